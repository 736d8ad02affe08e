package ir

// FilterOf returns the loop whose condition every element of a list has met, or nil: a filter whose elements the list holds, in
// whatever order. For an element of such a list, or an optional of one, it returns it too.
func FilterOf(n Node) *Loop {
	switch n := n.(type) {
	case *Loop:
		if keeps(n) {
			return n
		}
	case *Ref:
		if n.To.Value != nil {
			return FilterOf(n.To.Value)
		}
	case *Let:
		return FilterOf(n.Body)
	case *NotNull:
		return FilterOf(n.X)
	case *Element:
		return FilterOf(n.List)
	case *Call:
		if n.Func.Path == RuntimeCEL && rearranging[n.Func.Name] {
			return FilterOf(n.Args[0])
		}
	}
	return nil
}

// keeps reports whether a loop takes only elements that its condition holds for, and takes them as they are.
func keeps(n *Loop) bool {
	switch {
	case n.Where == nil || n.Index != nil:
		return false
	case n.Kind == First || n.Kind == FirstMay:
		return true
	}
	return n.Kind == Collect && (n.Elem == nil || Path(n.Elem) == Path(&Ref{To: n.Var}))
}

// rearranging are the functions that return elements of a list, or one of them.
var rearranging = map[string]bool{
	"Sort": true, "SortBy": true, "SortByDyn": true, "Distinct": true, "Reverse": true, "Slice": true,
	"LastElem": true, "OptElem": true, "First": true, "Last": true, "OptAt": true,
}
