package jsonpath

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"
)

// operand is what an operand of a comparison, or an argument, comes to: a node, or a value that is none, or nothing.
type operand struct {
	node  Node
	value any // of no node
	there bool
}

// holds reports whether a condition holds for a node.
func (e *evaluation) holds(x *Expr, current Node) bool {
	if !e.spend(1) {
		return false
	}
	switch x.Op {
	case "||":
		return e.holds(x.X, current) || e.holds(x.Y, current)
	case "&&":
		return e.holds(x.X, current) && e.holds(x.Y, current)
	case "!":
		return !e.holds(x.X, current)
	case "":
		if x.Query != nil {
			return len(e.query(x.Query, current)) > 0
		}
		return e.matches(x, current)
	}
	a, b := e.operand(x.X, current), e.operand(x.Y, current)
	switch x.Op {
	case "==":
		return e.equal(a, b, 0)
	case "!=":
		return !e.equal(a, b, 0)
	case "<":
		return e.less(a, b)
	case ">":
		return e.less(b, a)
	case "<=":
		return e.less(a, b) || e.equal(a, b, 0)
	}
	return e.less(b, a) || e.equal(a, b, 0)
}

// operand evaluates what is compared with something.
func (e *evaluation) operand(x *Expr, current Node) operand {
	switch {
	case x.Query != nil:
		return single(e.query(x.Query, current))
	case x.Call == "count":
		return operand{value: float64(len(e.query(x.Args[0].Query, current))), there: true}
	case x.Call == "value":
		return single(e.query(x.Args[0].Query, current))
	case x.Call == "length":
		return e.length(e.operand(x.Args[0], current))
	}
	return operand{value: x.Value, there: true}
}

// single is the only one of several nodes; nothing if there are none, or more.
func single(nodes []Node) operand {
	if len(nodes) != 1 {
		return operand{}
	}
	return operand{node: nodes[0], there: true}
}

// scalar returns the value of what is no array or object, and whether that is what it is.
func (o operand) scalar() (any, bool) {
	switch {
	case !o.there:
		return nil, false
	case o.node == nil:
		return o.value, true
	case o.node.Shape() != Scalar:
		return nil, false
	}
	return o.node.Scalar(), true
}

// text returns a text.
func (o operand) text() (string, bool) {
	v, _ := o.scalar()
	s, ok := v.(string)
	return s, ok
}

func (e *evaluation) length(o operand) operand {
	n := 0
	switch text, ok := o.text(); {
	case ok:
		e.spend(len(text) / textStep)
		n = utf8.RuneCountInString(text)
	case o.node == nil || o.node.Shape() == Scalar:
		return operand{}
	default:
		n = o.node.Len()
	}
	return operand{value: float64(n), there: true}
}

// textStep is how many bytes of a text are looked at in one step.
const textStep = 64

func (e *evaluation) equal(a, b operand, depth int) bool {
	if !a.there || !b.there {
		return a.there == b.there
	}
	x, plainX := a.scalar()
	y, plainY := b.scalar()
	if plainX || plainY {
		if s, ok := x.(string); ok {
			e.spend(len(s) / textStep)
		}
		return plainX && plainY && x == y
	}
	if depth > maxDepth {
		e.err = ErrDepth
	}
	if !e.spend(1) {
		return false
	}
	if a.node.Shape() != b.node.Shape() || a.node.Len() != b.node.Len() {
		return false
	}
	if a.node.Shape() == Array {
		return e.equalLists(a.node, b.node, depth)
	}
	return e.equalMaps(a.node, b.node, depth)
}

func (e *evaluation) equalLists(a, b Node, depth int) bool {
	for i := range a.Len() {
		_, x := a.At(i)
		_, y := b.At(i)
		if !e.equal(operand{node: x, there: true}, operand{node: y, there: true}, depth+1) {
			return false
		}
	}
	return true
}

func (e *evaluation) equalMaps(a, b Node, depth int) bool {
	if !e.spend(b.Len()) {
		return false
	}
	other := make(map[string]Node, b.Len())
	for i := range b.Len() {
		name, n := b.At(i)
		other[name] = n
	}
	for i := range a.Len() {
		name, n := a.At(i)
		same, ok := other[name]
		if !ok || !e.equal(operand{node: n, there: true}, operand{node: same, there: true}, depth+1) {
			return false
		}
	}
	return true
}

// less compares numbers with numbers and texts with texts.
func (e *evaluation) less(a, b operand) bool {
	x, _ := a.scalar()
	y, _ := b.scalar()
	switch x := x.(type) {
	case float64:
		y, ok := y.(float64)
		return ok && x < y
	case string:
		y, ok := y.(string)
		e.spend(len(x) / textStep)
		return ok && x < y
	}
	return false
}

// pattern is a compiled regular expression; nil, if the text is none. A step of it is one of its instructions at one byte.
type pattern struct {
	*regexp.Regexp
	instructions int
}

// matches evaluates match() and search().
func (e *evaluation) matches(x *Expr, current Node) bool {
	text, isText := e.operand(x.Args[0], current).text()
	source, isPattern := e.operand(x.Args[1], current).text()
	if !isText || !isPattern {
		return false
	}
	key := x.Call + source
	p, known := e.patterns[key]
	if !known {
		e.spend(len(source))
		p = compile(source, x.Call == "match")
		e.patterns[key] = p
	}
	return p.Regexp != nil && e.spend(len(text)*p.instructions/textStep) && p.MatchString(text)
}

// compile compiles a pattern of RFC 9485, to match whole texts or parts of them.
func compile(source string, whole bool) pattern {
	tree, err := syntax.Parse(iregexp(source), syntax.Perl)
	if err != nil {
		return pattern{}
	}
	text := tree.String()
	if whole {
		text = `\A(?:` + text + `)\z`
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return pattern{}
	}
	compiled, err := regexp.Compile(text)
	if err != nil {
		return pattern{}
	}
	return pattern{compiled, len(program.Inst)}
}

// iregexp is a pattern of RFC 9485 as Go has it: a dot stands for no end of a line, of which there are two.
func iregexp(source string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case c == '\\' && i+1 < len(source):
			b.WriteByte(c)
			i++
			b.WriteByte(source[i])
			continue
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '.' && !class:
			b.WriteString(`[^\n\r]`)
			continue
		}
		b.WriteByte(source[i])
	}
	return b.String()
}
