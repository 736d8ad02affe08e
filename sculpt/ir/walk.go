package ir

import (
	"fmt"
	"slices"
)

// Walk calls f for n and everything below it, each node before what is below it.
func Walk(n Node, f func(Node)) {
	f(n)
	for _, below := range Children(n) {
		Walk(below, f)
	}
}

// Children returns the nodes directly below n, in the order in which they are evaluated.
func Children(n Node) []Node {
	if below := only(n); below != nil {
		return []Node{below}
	}
	switch n := n.(type) {
	case *Const, *Root, *Ref, *None, *Zone, *Address:
		return nil
	case *Call:
		return n.Args
	case *Invoke:
		return n.Args
	case *Concat:
		return n.Parts
	case *ListLit:
		return n.Elems
	case *MapLit:
		return entries(n)
	case *Record:
		return memberValues(n.Members)
	case *Pairs:
		return memberValues(n.Members)
	case *Loop:
		return loopChildren(n)
	case *Logic:
		return append(slices.Clone(n.Before), n.X, n.Y)
	case *Cond:
		return []Node{n.If, n.Then, n.Else}
	}
	first, second := both(n)
	return []Node{first, second}
}

// only returns the node below one that has a single one, or nil.
func only(n Node) Node {
	switch n := n.(type) {
	case *Member:
		return n.X
	case *Has:
		return n.X
	case *Maybe:
		return n.X
	case *HasValue:
		return n.X
	case *IsNull:
		return n.X
	case *Unary:
		return n.X
	case *Not:
		return n.X
	case *Matches:
		return n.X
	case *Counted:
		return n.X
	case *SoleFields:
		return n.X
	}
	return Content(n)
}

// both returns the nodes below one that has two.
func both(n Node) (first, second Node) {
	switch n := n.(type) {
	case *Then:
		return n.X, n.Body
	case *OrValue:
		return n.X, n.Else
	case *Or:
		return n.X, n.Else
	case *Element:
		return n.List, n.Index
	case *Row:
		return n.Table, n.Key
	case *Binary:
		return n.X, n.Y
	case *In:
		return n.X, n.List
	case *Let:
		return n.Value, n.Body
	case *Guard:
		return n.Broken, n.X
	}
	panic(fmt.Sprintf("ir: no node of an expression is a %T", n))
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

func entries(n *MapLit) []Node {
	var list []Node
	for i, key := range n.Keys {
		list = append(list, key, n.Values[i])
	}
	return list
}

func memberValues(members []RecordMember) []Node {
	list := make([]Node, len(members))
	for i, m := range members {
		list[i] = m.Value
	}
	return list
}

func loopChildren(n *Loop) []Node {
	list := []Node{n.Over}
	for _, below := range []Node{n.Where, n.KeyElem, n.Elem} {
		if below != nil {
			list = append(list, below)
		}
	}
	return list
}
