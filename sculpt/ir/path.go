package ir

import (
	"fmt"
	"strconv"
)

// Path names a value that is read from one root or local by fields and constant indexes alone, so that two nodes with one path
// have one value. It is "" for any other node.
func Path(n Node) string {
	switch n := n.(type) {
	case *Root:
		return strconv.Itoa(int(n.Kind)) + " " + n.Name
	case *Ref:
		return fmt.Sprintf("local %p", n.To)
	case *Member:
		return FieldPath(n.X, n.Field)
	case *Maybe:
		return FieldPath(n.X, n.Field)
	case *Element:
		if i, ok := n.Index.(*Const); ok {
			return below(Path(n.List), "["+strconv.FormatInt(i.Value.(int64), 10)+"]")
		}
	}
	return ""
}

// FieldPath is the path of a field of x.
func FieldPath(x Node, field *Field) string { return below(Path(x), "."+strconv.Quote(field.Name)) }

func below(path, step string) string {
	if path == "" {
		return ""
	}
	return path + step
}
