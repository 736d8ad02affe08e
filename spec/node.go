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
)

func (k nodeKind) String() string {
	return [...]string{"null", "a boolean", "a number", "a number", "a string", "an object", "an array"}[k]
}

// node is a value parsed from a file, whether JSON or YAML. A node is never
// changed once it is loaded.
type node struct {
	kind   nodeKind
	text   string  // of a scalar, as written but without quotes
	fields []field // of a map, in the file's order, each name once
	items  []*node // of a list
	file   *file
	at     mark
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
}

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
