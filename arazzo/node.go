package arazzo

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Kind is the JSON type of a Node.
type Kind int

// The kinds of nodes.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
)

var kindNames = [...]string{Null: "null", Bool: "a boolean", Number: "a number", String: "text", List: "a list", Map: "a mapping"}

func (k Kind) String() string { return kindNames[k] }

// Node is a value of a document with its position.
type Node struct {
	Kind   Kind
	Pos    diag.Position
	Text   string // of a scalar: as the document writes it, without quotes
	Items  []*Node
	Fields []*Field // in the document's order
}

// Field is a member of a mapping.
type Field struct {
	Name  string
	Pos   diag.Position // of the name
	Value *Node
}

// Get returns the value of a member, or nil if n is no mapping with that member. The node may be nil, as for Members and String.
func (n *Node) Get(name string) *Node {
	for _, f := range n.Members() {
		if f.Name == name {
			return f.Value
		}
	}
	return nil
}

// Members returns the members of a mapping, and nil for anything else.
func (n *Node) Members() []*Field {
	if n == nil {
		return nil
	}
	return n.Fields
}

// String returns the text of a scalar, and "" for anything else.
func (n *Node) String() string {
	if n == nil {
		return ""
	}
	return n.Text
}

// Value returns the node as a Go value: nil, bool, int64, float64, string, []any or map[string]any.
func (n *Node) Value() any {
	switch n.Kind {
	case Bool:
		return n.Text == "true"
	case Number:
		if i, err := strconv.ParseInt(n.Text, 10, 64); err == nil {
			return i
		}
		f, _ := strconv.ParseFloat(n.Text, 64)
		return f
	case String:
		return n.Text
	case List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = item.Value()
		}
		return list
	case Map:
		m := map[string]any{}
		for _, f := range n.Fields {
			m[f.Name] = f.Value.Value()
		}
		return m
	}
	return nil
}

const (
	maxDepth = 64     // levels of a document
	maxSize  = 100000 // nodes of a document, counting the target of an alias at each use
)

// tree converts the nodes of the YAML library.
type tree struct {
	lines *diag.Lines
	found diag.List
	size  int  // nodes so far
	full  bool // the document is larger than the limits: nothing more of it is read
}

// Parse parses a document in YAML or JSON. Positions name it by file. The root is nil, and the findings say why, if the document is neither.
func Parse(file string, data []byte) (*Node, diag.List) {
	t := &tree{lines: diag.NewLines(file, data)}
	root := t.parse(data)
	return root, t.found
}

func (t *tree) parse(data []byte) *Node {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	err := decoder.Decode(&doc)
	if err == nil && !errors.Is(decoder.Decode(&second), io.EOF) && second.Kind != 0 {
		t.errorf(&second, "a second YAML document starts here; a file holds a single one")
		return nil
	}
	switch {
	case errors.Is(err, io.EOF) || err == nil && len(doc.Content) == 0:
		t.found.Errorf(t.at(1, 1), 0, "arazzo", "the file is empty")
		return nil
	case err != nil:
		pos, message := t.at(1, 1), err.Error()
		var located *yaml.LoadError
		if errors.As(err, &located) && located.Mark.Line > 0 {
			pos, message = t.at(located.Mark.Line, located.Mark.Column), located.Message
		}
		t.found.Errorf(pos, 0, "arazzo", "the file is not YAML: %s", message)
		return nil
	}
	return t.node(doc.Content[0], 0)
}

func (t *tree) errorf(n *yaml.Node, format string, args ...any) {
	t.found.Errorf(t.pos(n), 0, "arazzo", format, args...)
}

func (t *tree) pos(n *yaml.Node) diag.Position { return t.at(n.Line, n.Column) }

// at returns the position of a line and a column in characters, as YAML has them.
func (t *tree) at(line, column int) diag.Position {
	return t.lines.Position(t.lines.Offset(line, column))
}

// node converts a node of YAML. It returns nil, and adds a finding, for one that JSON cannot express or that exceeds the limits.
func (t *tree) node(n *yaml.Node, depth int) *Node {
	if t.full {
		return nil
	}
	if t.size++; t.size > maxSize || depth > maxDepth {
		t.errorf(n, "the document has more than %d values, or is more than %d levels deep", maxSize, maxDepth)
		t.full = true
		return nil
	}
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	out := &Node{Pos: t.pos(n), Text: n.Value}
	switch n.Kind {
	case yaml.SequenceNode:
		out.Kind = List
		for _, item := range n.Content {
			if inner := t.node(item, depth+1); inner != nil {
				out.Items = append(out.Items, inner)
			}
		}
	case yaml.MappingNode:
		out.Kind = Map
		t.fields(out, n, depth)
	default:
		return t.scalar(out, n)
	}
	return out
}

func (t *tree) fields(out *Node, n *yaml.Node, depth int) {
	first := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || key.Tag == "!!merge" {
			t.errorf(key, "a key is text")
			continue
		}
		if earlier := first[key.Value]; earlier != nil {
			t.errorf(key, "the key %q stands twice, first in line %d", key.Value, earlier.Line)
			continue
		}
		first[key.Value] = key
		if value := t.node(n.Content[i+1], depth+1); value != nil {
			out.Fields = append(out.Fields, &Field{Name: key.Value, Pos: t.pos(key), Value: value})
		}
	}
}

func (t *tree) scalar(out *Node, n *yaml.Node) *Node {
	switch n.Tag {
	case "!!null":
		out.Kind = Null
	case "!!bool":
		var b bool
		if n.Decode(&b) == nil {
			out.Kind, out.Text = Bool, strconv.FormatBool(b)
		}
	case "!!int", "!!float":
		out.Kind = Number
		if _, err := strconv.ParseFloat(n.Value, 64); err != nil || !decimal.MatchString(n.Value) {
			out.Kind = String
		}
	default:
		out.Kind = String
	}
	return out
}

// decimal matches the numbers of JSON, and those with a plus sign or without digits on one side of the point.
var decimal = regexp.MustCompile(`^[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
