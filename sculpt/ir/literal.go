package ir

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
