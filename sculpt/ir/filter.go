package ir

// FilterOf returns the loop whose condition every element of a list has met, or nil: a filter whose elements the list
// holds, in whatever order. vars are the values of vars that may be looked into.
func FilterOf(list Node, vars map[string]Node) *Loop {
	switch n := list.(type) {
	case *Loop:
		if n.Kind == Collect && n.Where != nil && n.Index == nil && (n.Elem == nil || Path(n.Elem) == Path(&Ref{To: n.Var})) {
			return n
		}
	case *Ref:
		if n.To.Value != nil {
			return FilterOf(n.To.Value, vars)
		}
	case *Root:
		if value := vars[n.Name]; n.Kind == VarRoot && value != nil {
			return FilterOf(value, vars)
		}
	case *Let:
		return FilterOf(n.Body, vars)
	case *NotNull:
		return FilterOf(n.X, vars)
	case *Call:
		if n.Func.Rearranges {
			return FilterOf(n.Args[0], vars)
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
