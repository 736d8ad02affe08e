package spec

// nodeKind is the JSON type of a value as it stands in a file.
type nodeKind uint8

const (
	nullNode nodeKind = iota
	boolNode
	intNode // a number without fraction and exponent
	floatNode
	textNode
	mapNode
	listNode
	faultNode // what cannot be read
)

func (k nodeKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a number", "a string", "an object", "an array", "unreadable"}[k]
}

// node is a value parsed from a file, whether JSON or YAML. A node is never
// changed once it is loaded.
type node struct {
	kind   nodeKind
	text   string  // of a scalar, as written but without quotes
	fields []field // of a map, in the file's order, each name once
	items  []*node // of a list
	fault  *Error  // of a faultNode
	file   *file   // that it is written in
	at     mark
}

// fault is a node for a value that cannot be read.
func (f *file) fault(at mark, format string, args ...any) *node {
	return &node{kind: faultNode, fault: errorAt(f.position(at), format, args...), file: f, at: at}
}

// must returns why the value, which goes by a name, is not of a kind; nil if
// it is.
func (n *node) must(be nodeKind, name string) *Error {
	switch n.kind {
	case be:
		return nil
	case faultNode:
		return n.fault
	}
	return errorAt(n.pos(), "%s must be %s, not %s", name, be, n.kind)
}

// same reports whether two values are the same, wherever they stand.
func (n *node) same(other *node) bool {
	if n.kind != other.kind || n.kind == faultNode || n.text != other.text || len(n.fields) != len(other.fields) || len(n.items) != len(other.items) {
		return false
	}
	for i, f := range n.fields {
		if f.name != other.fields[i].name || !f.value.same(other.fields[i].value) {
			return false
		}
	}
	for i, item := range n.items {
		if !item.same(other.items[i]) {
			return false
		}
	}
	return true
}

// field is a member of a map.
type field struct {
	name  string
	value *node
}

// mark is a line and a column of a file, both from 1. A member of a map is
// marked at its key, where a reader looks for it.
type mark struct{ line, column int32 }

// cursor is a value of a file that is not parsed yet. Walking it costs no more
// than finding its end.
type cursor interface {
	// container returns mapNode or listNode, or textNode for any scalar.
	container() nodeKind
	// scalar returns the kind and the text of a scalar.
	scalar() (nodeKind, string, error)
	// members calls yield for each member of a map.
	members(yield func(name string, value cursor) error) error
	// elements calls yield for each element of a list.
	elements(yield func(value cursor) error) error
	mark() mark
	// origin returns the file that the value is written in. It is not that whose paths lead to the value where an overlay put it there.
	origin() *file
}

// posOf is where a value is written.
func posOf(c cursor) Position { return c.origin().position(c.mark()) }

func (n *node) pos() Position {
	return n.file.position(n.at)
}

// field returns the member of that name, or nil.
func (n *node) field(name string) *node {
	for _, f := range n.fields {
		if f.name == name {
			return f.value
		}
	}
	return nil
}

// str returns the text of the scalar member of that name, or "".
func (n *node) str(name string) string {
	if v := n.field(name); v != nil {
		return v.text
	}
	return ""
}

// reference returns the value of $ref if n is a reference, or nil. A member
// $ref that is no string is data that happens to be called so.
func (n *node) reference() *node {
	if n.kind != mapNode {
		return nil
	}
	if v := n.field("$ref"); v != nil && v.kind == textNode {
		return v
	}
	return nil
}

// boolean returns the value of a scalar, which goes by a name. Documents write
// true and false as texts, too.
func (n *node) boolean(name string) (bool, *Error) {
	if n.text != "true" && n.text != "false" {
		return false, errorAt(n.pos(), "%s must be true or false, not %q", name, n.text)
	}
	return n.text == "true", nil
}

// number returns the value of a scalar, which goes by a name.
func (n *node) number(name string) (number, *Error) {
	x, ok := parseNumber(n.text)
	if !ok {
		return number{}, errorAt(n.pos(), "%s must be a number, not %q", name, n.text)
	}
	return x, nil
}

// count is number for one without a fraction.
func (n *node) count(name string) (int64, *Error) {
	x, err := n.number(name)
	if err == nil && !x.integral {
		err = errorAt(n.pos(), "%s must be a number, not %q", name, n.text)
	}
	return x.integer, err
}
