package ir

import "slices"

// The questions of this file are asked of nodes that the analysis has marked, by the analysis and by whoever prints them:
// both have to agree on what takes statements.

// WhereFails reports whether the condition of a loop can fail.
func (n *Loop) WhereFails() bool { return n.Where != nil && n.Where.Marked().Fails }

// HasOwnKeys reports whether the keys of the map that a loop makes are the indexes or keys of what it runs over, so that
// none comes twice.
func (n *Loop) HasOwnKeys() bool {
	key, ok := n.KeyElem.(*Ref)
	return ok && n.Index != nil && key.To == n.Index && n.T.Key.Kind != Dyn && !IsEntries(n.Over)
}

// Holds reports whether a binding becomes a variable. A value that is a mere read needs none, nor does one that the author gave no name and that is used
// once.
func (n *Let) Holds() bool {
	switch Uses(n.Body, n.Local) {
	case 0:
		return false
	case 1:
		return !IsRead(n.Value) && (!n.Implicit || isNumber(n.Value))
	}
	return !IsRead(n.Value)
}

// isNumber reports whether n is a literal number: Go computes with constants in another way than with variables.
func isNumber(n Node) bool {
	c, ok := n.(*Const)
	return ok && (c.T.Kind == Int || c.T.Kind == Uint || c.T.Kind == Double)
}

// Uses returns how often what is computed of n refers to a local.
func Uses(n Node, l *Local) int {
	count := 0
	WalkComputed(n, func(n Node) {
		if ref, ok := n.(*Ref); ok && ref.To == l {
			count++
		}
	})
	return count
}

// IsPlain reports whether n can as well be computed where it is not needed.
func IsPlain(n Node) bool {
	switch n := n.(type) {
	case *Const, *Root:
		return true
	case *Ref: // a lazy one is computed only if it is needed
		return !n.Fails && n.Same == nil
	case *ListLit:
		return len(n.Elems) == 0
	case *MayNull, *ToDyn, *FromEnum, *ToEnum:
		return IsPlain(Content(n))
	}
	return false
}

// InPlace reports whether Go has the value without a statement: as a call of the optional's method Or, or as its field Value.
func (n *OrValue) InPlace() bool {
	switch n.X.(type) {
	case *Maybe, *Root, *Call, *Ref:
		return IsPlain(n.Else)
	}
	return false
}

// StandsInPlace reports whether Go can ask an optional that is no chain whether it has a value, and read the value, without a statement.
func StandsInPlace(n Node) bool {
	switch n := n.(type) {
	case *Maybe:
		return n.X.Marked().Form == Inline
	case *Root, *Ref:
		return n.Marked().Form == Inline
	case *Call:
		return n.NullIsAbsent() && IsRead(n.Args[0]) && n.Args[0].Marked().Form == Inline || n.LooksUpAt() && n.Args[0].Marked().Form == Inline
	}
	return false
}

// NullIsAbsent reports whether a call makes an optional of a list, map or object that may be null: without a value if it is.
func (n *Call) NullIsAbsent() bool {
	return n.Func == FnOptList || n.Func == FnOptMap || n.Func == FnOptObject
}

// LooksUpAt reports whether a call looks for the element of a list at a literal index, so that the list's size tells
// whether there is one.
func (n *Call) LooksUpAt() bool {
	if n.Func != FnOptAt && n.Func != FnOptElem || !IsRead(n.Args[0]) {
		return false
	}
	index, ok := n.Args[1].(*Const)
	return ok && index.Value.(int64) >= 0 && index.Value.(int64) == int64(int32(index.Value.(int64)))
}

// Last returns the optional that an optional chain ends with.
func Last(n Node) Node {
	for {
		then, ok := n.(*Then)
		if !ok {
			return n
		}
		n = then.Body
	}
}

// BindsInPlace reports whether the content of an optional is bound without a statement.
func (n *Then) BindsInPlace() bool {
	some, ok := Last(n.X).(*Some)
	if !ok {
		return true
	}
	switch Uses(n.Body, n.Local) {
	case 0:
		return !some.X.Marked().Fails
	case 1:
		return some.X.Marked().Form == Inline && !isNumber(some.X)
	}
	return some.X.Marked().Form == Inline && IsRead(some.X)
}

// TellsInPlace reports whether it can be told without a statement whether an optional has a value.
func TellsInPlace(n Node) bool {
	switch n := n.(type) {
	case *Then:
		return TellsInPlace(n.X) && n.BindsInPlace() && TellsInPlace(n.Body)
	case *Some:
		return !n.X.Marked().Fails
	}
	return StandsInPlace(n)
}

// CountsResult reports whether it is counted what a call comes to.
func (n *Call) CountsResult() bool {
	return slices.ContainsFunc(n.Costs, func(c Cost) bool { return c.Operand == Result })
}

// Parts returns the indexes of the entries that can stand in a map literal of Go, and of those that are added to it one
// after the other: a computed key may be one of the others, so that all entries after it come after it.
func (n *MapLit) Parts() (literal, added []int) {
	computed := n.T.Key.Kind == Dyn
	for i, key := range n.Keys {
		computed = computed || !IsConst(key)
		if computed || n.OptionalAt[i] {
			added = append(added, i)
		} else {
			literal = append(literal, i)
		}
	}
	return literal, added
}

// IsConst reports whether n is a literal of a single value.
func IsConst(n Node) bool {
	_, ok := n.(*Const)
	return ok
}

// IsRead reports whether n is read from where it stands, so that it can be read more than once.
func IsRead(n Node) bool {
	switch n := n.(type) {
	case *Member, *Ref:
		return true
	case *Root:
		return n.Kind != HeadersRoot && n.Kind != LinkRoot
	case *SoleFields:
		return IsRead(n.X)
	}
	return false
}
