package ir

// FilterOf returns the loop whose condition every element of a list has met, or nil: a filter whose elements the list
// holds, in whatever order. vars are the values of vars that may be looked into.
func FilterOf(list Node, vars map[string]Node) *Loop {
	if n, ok := list.(*Loop); ok && keepsElements(n) && n.Where != nil {
		return n
	}
	if of := elementsOf(list, vars); of != nil {
		return FilterOf(of, vars)
	}
	return nil
}

// HoldsGroups reports whether every element of a list is a group that groupBy has made, which has an element. vars are as in [FilterOf].
func HoldsGroups(list Node, vars map[string]Node) bool {
	switch n := list.(type) {
	case *Call:
		if n.Func == FnGroupBy || n.Func == FnGroupByDyn {
			return true
		}
	case *Loop:
		return keepsElements(n) && HoldsGroups(n.Over, vars)
	}
	of := elementsOf(list, vars)
	return of != nil && HoldsGroups(of, vars)
}

// keepsElements reports whether a loop makes a list of elements of the one that it runs over.
func keepsElements(n *Loop) bool {
	return n.Kind == Collect && n.Index == nil && (n.Elem == nil || Path(n.Elem) == Path(&Ref{To: n.Var}))
}

// elementsOf returns the list that another one holds elements of, where no loop makes that; nil if there is none.
func elementsOf(list Node, vars map[string]Node) Node {
	switch n := list.(type) {
	case *Ref:
		return n.To.Value
	case *Root:
		if n.Kind == VarRoot {
			return vars[n.Name]
		}
	case *Let:
		return n.Body
	case *NotNull:
		return n.X
	case *Call:
		if n.Func.Rearranges {
			return n.Args[0]
		}
	}
	return nil
}

// FilterOfElement returns the loop whose condition an element of a list has met, or nil. n is the element, or an optional of it.
func FilterOfElement(n Node, vars map[string]Node) *Loop {
	switch n := n.(type) {
	case *Loop:
		if n.Kind == First || n.Kind == FirstMay {
			return n
		}
	case *NotNull:
		return FilterOfElement(n.X, vars)
	case *Element:
		return FilterOf(n.List, vars)
	case *Call:
		if n.Func.Selects {
			return FilterOf(n.Args[0], vars)
		}
	}
	return nil
}

// IsEntries reports whether n makes the entries of a dyn, over which a loop with two variables runs.
func IsEntries(n Node) bool {
	call, ok := n.(*Call)
	return ok && call.Func == FnDynEntries
}
