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
		c := shallow(n)
		c.Args = copies(n.Args, f)
		return c
	}
	return copyUnary(n, f)
}

func shallow[T any](n *T) *T {
	c := *n
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
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *Has:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *Maybe:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *Some:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *HasValue:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *IsNull:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *NotNull:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *MayNull:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *Unary:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *Not:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *Matches:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *ToDyn:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *Counted:
		c := shallow(n)
		c.X = f(n.X)
		return c
	case *FromEnum:
		c := shallow(n)
		c.X = f(n.X)
		return c
	}
	return copyBinary(n, f)
}

// copyBinary is Copy for the nodes with two or three nodes below them.
func copyBinary(n Node, f func(Node) Node) Node {
	switch n := n.(type) {
	case *Then:
		c := shallow(n)
		c.X, c.Body = f(n.X), f(n.Body)
		return c
	case *OrValue:
		c := shallow(n)
		c.X, c.Else = f(n.X), f(n.Else)
		return c
	case *Or:
		c := shallow(n)
		c.X, c.Else = f(n.X), f(n.Else)
		return c
	case *Element:
		c := shallow(n)
		c.List, c.Index = f(n.List), f(n.Index)
		return c
	case *Row:
		c := shallow(n)
		c.Table, c.Key = f(n.Table).(*Root), f(n.Key)
		return c
	case *Binary:
		c := shallow(n)
		c.X, c.Y = f(n.X), f(n.Y)
		return c
	case *In:
		c := shallow(n)
		c.X, c.List = f(n.X), f(n.List)
		return c
	case *Logic:
		c := shallow(n)
		c.Before = copies(n.Before, f)
		c.X, c.Y = f(n.X), f(n.Y)
		return c
	case *Let:
		c := shallow(n)
		c.Value, c.Body = f(n.Value), f(n.Body)
		return c
	case *Cond:
		c := shallow(n)
		c.If, c.Then, c.Else = f(n.If), f(n.Then), f(n.Else)
		return c
	}
	return copyList(n, f)
}

// copyList is Copy for the nodes with any number of nodes below them.
func copyList(n Node, f func(Node) Node) Node {
	switch n := n.(type) {
	case *Call:
		c := shallow(n)
		c.Args = copies(n.Args, f)
		return c
	case *ListLit:
		c := shallow(n)
		c.Elems = copies(n.Elems, f)
		return c
	case *MapLit:
		c := shallow(n)
		c.Keys, c.Values = slices.Clone(n.Keys), slices.Clone(n.Values)
		for i := range c.Keys {
			c.Keys[i], c.Values[i] = f(c.Keys[i]), f(c.Values[i])
		}
		return c
	case *Record:
		c := shallow(n)
		c.Members = copyMembers(n.Members, f)
		return c
	case *Pairs:
		c := shallow(n)
		c.Members = copyMembers(n.Members, f)
		return c
	case *Concat:
		c := shallow(n)
		c.Parts = copies(n.Parts, f)
		return c
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
