package manifest

import (
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// NodeKind says what a Node is.
type NodeKind int

// The kinds of nodes.
const (
	Scalar NodeKind = iota
	List
	Map
	Wrong // it has been reported, and nothing more is to be said about it
)

// Node is a tree of values: a scalar that may hold expressions, a list, or a mapping in the author's order. Where expressions can
// stand, a part that was written wrongly keeps its place.
type Node struct {
	Kind    NodeKind
	Pos     diag.Position
	Length  int       // bytes of the scalar in the source, for underlining; 0 if it spans lines
	Literal any       // Scalar without expressions: string, int64, uint64, float64, bool or nil, as YAML resolves it
	Scalar  *Template // Scalar: always set; for a literal its text as written, after YAML unquoting
	Items   []*Node   // List
	Entries []*Entry  // Map
}

// Dynamic reports whether n is a scalar with an expression. A scalar that is not dynamic is n.Literal, which may be nil
// for null.
func (n *Node) Dynamic() bool {
	if n.Kind != Scalar {
		return false
	}
	_, literal := n.Scalar.Literal()
	return !literal
}

// Span returns where the tree starts, and the length of a scalar.
func (n *Node) Span() (pos diag.Position, length int) { return n.Pos, n.Length }

// IsLiteral reports whether n is a scalar without expressions.
func (n *Node) IsLiteral() bool { return n.Kind == Scalar && !n.Dynamic() }

// Text returns the text of a scalar without expressions, as it is written.
func (n *Node) Text() string {
	text, _ := n.Scalar.Literal()
	return text
}

// Entry is one key of a mapping with its value.
type Entry struct {
	Key   Value[string]
	Value *Node
}

// nodeReader reads trees of values.
type nodeReader struct {
	*reader
	verbatim bool // ${ is text; where it is not recorded, a warning says so
	recorded bool // as an upstream or an agent sent it, characters that nobody sees included
	flat     bool // lists and mappings are refused
	fixed    bool // no expression can stand there
}

// part reads a tree that is a part of another, or the value of a key. It returns nil if it is wrong and is to be left out.
func (r nodeReader) part(what string, n *yaml.Node) *Node {
	part := r.node(what, n)
	if part == nil && !r.verbatim {
		at := r.place(n)
		part = &Node{Kind: Wrong, Pos: at.pos, Length: at.length}
	}
	return part
}

// node reads a tree. It returns nil if the value as a whole is wrong.
func (r nodeReader) node(what string, n *yaml.Node) *Node {
	if r.refused[n] {
		return nil
	}
	if n.Kind == yaml.ScalarNode {
		return r.scalar(what, n)
	}
	if r.flat {
		r.wrongKind(n, what, "a single value")
		return nil
	}
	at := r.place(n)
	if n.Kind == yaml.MappingNode {
		return &Node{Kind: Map, Pos: at.pos, Length: at.length, Entries: r.entries(what, n)}
	}
	tree := &Node{Kind: List, Pos: at.pos, Length: at.length}
	for _, item := range n.Content {
		if child := r.part("an entry of "+what, resolve(item)); child != nil {
			tree.Items = append(tree.Items, child)
		}
	}
	return tree
}

func (r nodeReader) entries(what string, n *yaml.Node) []*Entry {
	var entries []*Entry
	pairs, _ := r.pairs(n, what)
	for _, p := range pairs {
		if !r.recorded && !r.legible(p.name) {
			continue
		}
		if child := r.part(diag.Quote(p.key.V), p.value); child != nil {
			entries = append(entries, &Entry{Key: p.key, Value: child})
		}
	}
	return entries
}

func (r nodeReader) scalar(what string, n *yaml.Node) *Node {
	if !r.recorded && !r.legible(n) {
		return nil
	}
	at := r.place(n)
	node := &Node{Kind: Scalar, Pos: at.pos, Length: at.length}
	if r.verbatim {
		if !r.recorded {
			r.warnOfExpression(at, what, n.Value)
		}
		node.Scalar = &Template{Pos: at.pos}
		if n.Value != "" {
			node.Scalar.Parts = []Part{{Text: n.Value}}
		}
	} else if node.Scalar = r.text(what, n); node.Scalar == nil {
		return nil
	}
	text, literal := node.Scalar.Literal()
	if !literal {
		return node
	}
	v, problem := literalOf(n, text)
	if problem != nil {
		r.errorf(at, problem.rule, "%s %s", what, problem.text)
		return nil
	}
	node.Literal = v
	return node
}

// warnOfExpression warns of what was meant as an expression in a text that holds none.
func (r *reader) warnOfExpression(at place, what, text string) {
	if expression := ExpressionIn(text); expression != "" {
		r.warnFixed(at, what, expression)
	}
}

func (r *reader) warnFixed(at place, what, expression string) {
	r.warnf(at, "unmarked-expression", "%s is a fixed value, and holds %s as text: no expression can stand here", what, diag.Clip(expression))
}

// text is that of a scalar. What looks as if it was meant as an expression is refused where one may stand.
func (r nodeReader) text(what string, n *yaml.Node) *Template {
	if r.fixed {
		return split(r.reader, what, n)
	}
	return marked(r.reader, what, n)
}

// literalOf returns what YAML resolves the scalar n to, whose text without escaped ${ is given.
func literalOf(n *yaml.Node, text string) (any, *problem) {
	switch n.Tag {
	case "!!null":
		return nil, nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true"), nil
	case "!!int":
		return wholeLiteral(n)
	case "!!float":
		return floatLiteral(n)
	}
	return text, nil
}

func wholeLiteral(n *yaml.Node) (any, *problem) {
	if p := ambiguous(n); p != nil {
		return nil, p
	}
	if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
		return i, nil
	}
	if u, err := strconv.ParseUint(strings.TrimPrefix(n.Value, "+"), 0, 64); err == nil {
		return u, nil
	}
	return nil, problemf("bad-number", "is the number %s, which does not fit 64 bits; quote it if it is text", diag.Clip(n.Value))
}

func floatLiteral(n *yaml.Node) (any, *problem) {
	if !strings.ContainsAny(n.Value, ".eE") { // -0, or too large for the parser
		return wholeLiteral(n)
	}
	if p := ambiguous(n); p != nil {
		return nil, p
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, problemf("bad-number", "is %s, which JSON cannot hold; quote it if it is text", diag.Clip(n.Value))
	}
	return f, nil
}

// tree is the target of a tree of values with expressions.
func tree(dst **Node) target {
	return target{form: leaf(Form{Kind: Tree, Is: "tree"}), read: func(r *reader, what string, n *yaml.Node) { *dst = nodeReader{reader: r}.part(what, n) }}
}

// recorded is the target of a tree of values in which ${ is text.
func recorded(dst **Node) target {
	return target{form: leaf(Form{Kind: Tree}), read: func(r *reader, what string, n *yaml.Node) {
		*dst = nodeReader{reader: r, verbatim: true, recorded: true}.node(what, n)
	}}
}

// constant is the target of a single value without expressions.
func constant(dst **Node) target {
	return target{form: leaf(Form{Kind: Single}), read: func(r *reader, what string, n *yaml.Node) {
		node := nodeReader{reader: r, flat: true, fixed: true}.node(what, n)
		switch {
		case node == nil:
		case node.Dynamic():
			r.errorf(r.place(n), "template", "%s is a fixed value and holds no expression; write $${ for a literal ${", what)
		case node.Literal == nil:
			r.wrongKind(n, what, "a value")
		default:
			if node.Scalar.unmarked() != "" {
				r.warnFixed(r.place(n), what, node.Text())
			}
			*dst = node
		}
	}}
}

// constants is the target of a list of single values without expressions.
func constants(dst *[]*Node) target {
	return list(target{form: constant(nil).form, read: func(r *reader, what string, n *yaml.Node) {
		var one *Node
		if constant(&one).read(r, what, n); one != nil {
			*dst = append(*dst, one)
		}
	}})
}

// entries is the target of a mapping from any keys to values with expressions.
func entries(dst *[]*Entry) target { return mappingOf(dst, nodeReader{}) }

// recordedEntries is the target of a mapping from any keys to values in which ${ is text.
func recordedEntries(dst *[]*Entry) target {
	return mappingOf(dst, nodeReader{verbatim: true, recorded: true})
}

// recordedScalars is that of a mapping to single values.
func recordedScalars(dst *[]*Entry) target {
	return mappingOf(dst, nodeReader{verbatim: true, flat: true, recorded: true})
}

func mappingOf(dst *[]*Entry, how nodeReader) target {
	value := Form{Kind: Tree}
	if how.flat {
		value.Kind = SingleOrNull
	}
	if !how.verbatim {
		value.Is = "tree"
	}
	return target{form: anyNames(leaf(value)), read: func(r *reader, what string, n *yaml.Node) {
		how.reader = r
		*dst = how.entries(what, n)
	}}
}
