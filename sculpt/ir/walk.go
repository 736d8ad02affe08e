package ir

import (
	"reflect"
	"slices"
)

// Walk calls f for n and everything below it, each node before what is below it.
func Walk(n Node, f func(Node)) {
	f(n)
	for _, below := range Children(n) {
		Walk(below, f)
	}
}

// Contains reports whether n, or a node below it, is one that is looks for.
func Contains(n Node, is func(Node) bool) bool {
	return is(n) || slices.ContainsFunc(Children(n), func(below Node) bool { return Contains(below, is) })
}

// Refers reports whether n refers to a local.
func Refers(n Node, l *Local) bool {
	return Contains(n, func(n Node) bool {
		ref, ok := n.(*Ref)
		return ok && ref.To == l
	})
}

// IsLocal reports whether n is a local, possibly behind a NotNull or an assertion of a dyn's type.
func IsLocal(n Node, l *Local) bool {
	switch x := n.(type) {
	case *NotNull:
		n = x.X
	case *Call:
		if x.Func.Asserts {
			n = x.Args[0]
		}
	}
	ref, ok := n.(*Ref)
	return ok && ref.To == l
}

// Children returns the nodes directly below n, in the order in which they are evaluated.
func Children(n Node) []Node {
	var list []Node
	for _, operand := range n.operands() {
		list = append(list, *operand)
	}
	return list
}

// Copy returns a copy of n with f(x) in the place of each node x directly below it. f is called in the order of [Children].
func Copy(n Node, f func(Node) Node) Node {
	c := shallow(n)
	for _, operand := range c.operands() {
		*operand = f(*operand)
	}
	return c
}

// shallow returns a copy of a node with the same operands, in lists of its own.
func shallow(n Node) Node {
	copied := reflect.New(reflect.TypeOf(n).Elem())
	copied.Elem().Set(reflect.ValueOf(n).Elem())
	switch c := copied.Interface().(type) {
	case *Call:
		c.Args = slices.Clone(c.Args)
	case *Invoke:
		c.Args = slices.Clone(c.Args)
	case *ListLit:
		c.Elems = slices.Clone(c.Elems)
	case *MapLit:
		c.Keys, c.Values = slices.Clone(c.Keys), slices.Clone(c.Values)
	case *Record:
		c.Members = slices.Clone(c.Members)
	case *Pairs:
		c.Members = slices.Clone(c.Members)
	case *Concat:
		c.Parts = slices.Clone(c.Parts)
	case *Logic:
		c.Before = slices.Clone(c.Before)
	}
	return copied.Interface().(Node)
}

// Always returns the nodes directly below n that are computed whatever values the others have. Those of a Let are none of
// them: what stands there may read a local that is known nowhere else.
func Always(n Node) []Node {
	switch n := n.(type) {
	case *Logic, *Let:
		return nil
	case *Cond:
		return []Node{n.If}
	case *OrValue:
		return []Node{n.X}
	case *Or:
		return []Node{n.X}
	case *Then:
		return []Node{n.X}
	case *Loop:
		return []Node{n.Over}
	}
	return Children(n)
}

// Computed returns the nodes directly below n, which has been marked, that are computed.
func Computed(n Node) []Node {
	switch n := n.(type) {
	case *Let:
		if n.Dropped {
			return []Node{n.Body}
		}
	case *Some:
		if n.Dropped {
			return nil
		}
	case *Guard:
		if n.Proven {
			return []Node{n.X}
		}
	}
	return Children(n)
}

// WalkComputed is [Walk] for what is computed of a node that has been marked.
func WalkComputed(n Node, f func(Node)) {
	f(n)
	for _, below := range Computed(n) {
		WalkComputed(below, f)
	}
}

// Content returns the node below one that only changes the type of a value, or says where it stands, or nil for any other.
func Content(n Node) Node {
	switch n := n.(type) {
	case *Some:
		return n.X
	case *NotNull:
		return n.X
	case *MayNull:
		return n.X
	case *ToDyn:
		return n.X
	case *FromEnum:
		return n.X
	case *ToEnum:
		return n.X
	case *Placed:
		return n.X
	}
	return nil
}

// IsEmpty reports whether n is a literal that holds nothing: [], {} or optional.none().
func IsEmpty(n Node) bool {
	switch n := n.(type) {
	case *ListLit:
		return len(n.Elems) == 0
	case *MapLit:
		return len(n.Keys) == 0
	case *None:
		return true
	}
	return false
}

// IsNullLiteral reports whether n is the literal null, be it as a dyn.
func IsNullLiteral(n Node) bool {
	if dyn, ok := n.(*ToDyn); ok {
		n = dyn.X
	}
	c, ok := n.(*Const)
	return ok && c.Value == nil
}

// FindsZone reports whether a node itself looks up a time zone of the tz database.
func FindsZone(n Node) bool {
	switch n := n.(type) {
	case *Call:
		return n.Func.FindsZone
	case *Zone:
		return !n.IsOffset()
	}
	return false
}
