package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Path names a value that is read from roots and locals by fields, constant indexes and functions that always return the
// same, so that two nodes with one path have one value. It is "" for any other node.
func Path(n Node) string {
	switch n := n.(type) {
	case *Root:
		return strconv.Itoa(int(n.Kind)) + " " + n.Name + n.part()
	case *Ref:
		return fmt.Sprintf("local %p", n.To)
	case *Member:
		return FieldPath(n.X, n.Field)
	case *Maybe:
		return FieldPath(n.X, n.Field)
	case *NotNull:
		return Path(n.X)
	case *Call:
		if n.Func == FnDynSelect || n.Func == FnKey {
			return KeyPath(n.Args[0], n.Args[1])
		}
		return callPath(n.Func, n.Args)
	case *Element:
		if i, ok := n.Index.(*Const); ok {
			return below(Path(n.List), "["+strconv.FormatInt(i.Value.(int64), 10)+"]")
		}
	case *Const:
		return fmt.Sprintf("%d %p %#v", n.T.Kind, n.T.Enum, n.Value)
	case *ToDyn:
		return below(Path(n.X), " as dyn")
	case *FromEnum:
		return below(Path(n.X), " as text")
	}
	return ""
}

// KeyPath is the path of what a map or a dyn has for a key: of a literal one as that of a field.
func KeyPath(x, key Node) string {
	if c, ok := key.(*Const); ok {
		if name, isText := c.Value.(string); isText {
			return below(Path(x), "."+strconv.Quote(name))
		}
	}
	return callPath(FnKey, []Node{x, key})
}

// callPath is the path of what a function returns.
func callPath(f *Function, args []Node) string {
	if f.Impure {
		return ""
	}
	path := f.Package + "." + f.Name + "("
	for _, arg := range args {
		of := Path(arg)
		if of == "" {
			return ""
		}
		path += of + ", "
	}
	return path + ")"
}

// FieldPath is the path of a field of x.
func FieldPath(x Node, field *Field) string { return below(Path(x), "."+strconv.Quote(field.Name)) }

// Moved returns the path of a read from one local as the path of the same read from another; ok is false if path is no read from the first.
func Moved(path string, from, to *Local) (moved string, ok bool) {
	before, after, ok := strings.Cut(path, Path(&Ref{To: from}))
	if !ok || after != "" && after[0] != '.' && after[0] != '[' {
		return "", false
	}
	return before + Path(&Ref{To: to}) + after, true
}

func below(path, step string) string {
	if path == "" {
		return ""
	}
	return path + step
}

// OrNull returns x.?f of x.?f.orValue(null), and any other node as it is. Where that is not null, x.f is there and has the same value.
func OrNull(n Node) Node {
	or, ok := n.(*OrValue)
	if !ok {
		return n
	}
	if maybe, isField := or.X.(*Maybe); isField && IsNullLiteral(or.Else) {
		return maybe
	}
	return n
}

// TypeOfArg returns x of type(x).
func TypeOfArg(n Node) (x Node, ok bool) {
	call, ok := n.(*Call)
	if !ok || call.Func != FnTypeOf {
		return nil, false
	}
	return call.Args[0], true
}
