package ir

import (
	"fmt"
	"slices"
)

// Copy returns a copy of n with f(x) in the place of each node x directly below it. f is called in the order of [Children].
func Copy(n Node, f func(Node) Node) Node {
	switch n := n.(type) {
	case *Const:
		return shallow(n)
	case *Root:
		return shallow(n)
	case *Ref:
		return shallow(n)
	case *None:
		return shallow(n)
	case *Zone:
		return shallow(n)
	case *Address:
		return shallow(n)
	case *Invoke:
		return with(n, func(c *Invoke) { c.Args = copies(n.Args, f) })
	}
	return copyUnary(n, f)
}

// shallow returns a copy of a node.
func shallow[T any](n *T) *T {
	c := *n
	return &c
}

// with returns a copy of a node that has been changed.
func with[T any](n *T, change func(c *T)) *T {
	c := *n
	change(&c)
	return &c
}

func copies(nodes []Node, f func(Node) Node) []Node {
	list := make([]Node, len(nodes))
	for i, n := range nodes {
		list[i] = f(n)
	}
	return list
}

// copyUnary is Copy for the nodes with one node below them.
func copyUnary(n Node, f func(Node) Node) Node {
	switch n := n.(type) {
	case *Member:
		return with(n, func(c *Member) { c.X = f(n.X) })
	case *Has:
		return with(n, func(c *Has) { c.X = f(n.X) })
	case *Maybe:
		return with(n, func(c *Maybe) { c.X = f(n.X) })
	case *Some:
		return with(n, func(c *Some) { c.X = f(n.X) })
	case *HasValue:
		return with(n, func(c *HasValue) { c.X = f(n.X) })
	case *IsNull:
		return with(n, func(c *IsNull) { c.X = f(n.X) })
	case *NotNull:
		return with(n, func(c *NotNull) { c.X = f(n.X) })
	case *MayNull:
		return with(n, func(c *MayNull) { c.X = f(n.X) })
	case *Unary:
		return with(n, func(c *Unary) { c.X = f(n.X) })
	case *Not:
		return with(n, func(c *Not) { c.X = f(n.X) })
	case *Matches:
		return with(n, func(c *Matches) { c.X = f(n.X) })
	case *ToDyn:
		return with(n, func(c *ToDyn) { c.X = f(n.X) })
	case *Counted:
		return with(n, func(c *Counted) { c.X = f(n.X) })
	case *FromEnum:
		return with(n, func(c *FromEnum) { c.X = f(n.X) })
	case *ToEnum:
		return with(n, func(c *ToEnum) { c.X = f(n.X) })
	case *SoleFields:
		return with(n, func(c *SoleFields) { c.X = f(n.X) })
	case *Placed:
		return with(n, func(c *Placed) { c.X = f(n.X) })
	}
	return copyBinary(n, f)
}

// copyBinary is Copy for the nodes with two or three nodes below them.
func copyBinary(n Node, f func(Node) Node) Node {
	switch n := n.(type) {
	case *Then:
		return with(n, func(c *Then) { c.X, c.Body = f(n.X), f(n.Body) })
	case *OrValue:
		return with(n, func(c *OrValue) { c.X, c.Else = f(n.X), f(n.Else) })
	case *Or:
		return with(n, func(c *Or) { c.X, c.Else = f(n.X), f(n.Else) })
	case *Element:
		return with(n, func(c *Element) { c.List, c.Index = f(n.List), f(n.Index) })
	case *Row:
		return with(n, func(c *Row) { c.Table, c.Key = f(n.Table).(*Root), f(n.Key) })
	case *Binary:
		return with(n, func(c *Binary) { c.X, c.Y = f(n.X), f(n.Y) })
	case *In:
		return with(n, func(c *In) { c.X, c.List = f(n.X), f(n.List) })
	case *Logic:
		c := shallow(n)
		c.Before = copies(n.Before, f)
		c.X, c.Y = f(n.X), f(n.Y)
		return c
	case *Let:
		return with(n, func(c *Let) { c.Value, c.Body = f(n.Value), f(n.Body) })
	case *Guard:
		return with(n, func(c *Guard) { c.Broken, c.X = f(n.Broken), f(n.X) })
	case *Cond:
		return with(n, func(c *Cond) { c.If, c.Then, c.Else = f(n.If), f(n.Then), f(n.Else) })
	}
	return copyList(n, f)
}

// copyList is Copy for the nodes with any number of nodes below them.
func copyList(n Node, f func(Node) Node) Node {
	switch n := n.(type) {
	case *Call:
		return with(n, func(c *Call) { c.Args = copies(n.Args, f) })
	case *ListLit:
		return with(n, func(c *ListLit) { c.Elems = copies(n.Elems, f) })
	case *MapLit:
		c := shallow(n)
		c.Keys, c.Values = slices.Clone(n.Keys), slices.Clone(n.Values)
		for i := range c.Keys {
			c.Keys[i], c.Values[i] = f(c.Keys[i]), f(c.Values[i])
		}
		return c
	case *Record:
		return with(n, func(c *Record) { c.Members = copyMembers(n.Members, f) })
	case *Pairs:
		return with(n, func(c *Pairs) { c.Members = copyMembers(n.Members, f) })
	case *Concat:
		return with(n, func(c *Concat) { c.Parts = copies(n.Parts, f) })
	case *Loop:
		return copyLoop(n, f)
	}
	panic(fmt.Sprintf("ir: no node of an expression is a %T", n))
}

func copyMembers(members []RecordMember, f func(Node) Node) []RecordMember {
	list := make([]RecordMember, len(members))
	for i, m := range members {
		list[i] = RecordMember{m.Name, f(m.Value)}
	}
	return list
}

func copyLoop(n *Loop, f func(Node) Node) Node {
	c := shallow(n)
	c.Over = f(n.Over)
	for _, below := range []*Node{&c.Where, &c.KeyElem, &c.Elem} {
		if *below != nil {
			*below = f(*below)
		}
	}
	return c
}
