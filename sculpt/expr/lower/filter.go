package lower

import "github.com/nactgen/nactgen/sculpt/ir"

// firstOfFilter recognizes filter(...)[0], of which only the first element counts.
func firstOfFilter(x, index ir.Node) (ir.Node, bool) {
	loop, ok := filterAt(x, index)
	if !ok {
		return nil, false
	}
	narrowed := loop.Elem
	loop.Kind, loop.T, loop.Elem = ir.First, loop.Var.T, nil
	return narrowedLike(loop, narrowed), true
}

// optionalFirstOfFilter recognizes filter(...)[?0] and filter(...).first().
func optionalFirstOfFilter(x, index ir.Node) (ir.Node, bool) {
	loop, ok := filterAt(x, index)
	if !ok {
		return nil, false
	}
	narrowed := loop.Elem
	loop.Kind, loop.T, loop.Elem = ir.FirstMay, ir.OptionalOf(loop.Var.T), nil
	if narrowed == nil {
		return loop, true
	}
	return then(loop, func(v ir.Node) ir.Node { return &ir.Some{X: narrowedLike(v, narrowed)} }), true
}

// filterAt returns x if it is a filter and index the literal 0.
func filterAt(x, index ir.Node) (*ir.Loop, bool) {
	c, literal := index.(*ir.Const)
	if !literal || c.Value != int64(0) {
		return nil, false
	}
	loop, ok := x.(*ir.Loop)
	return loop, ok && isFilter(loop)
}

// isFilter reports whether a loop keeps elements as they are, or as what its condition has shown them to be.
func isFilter(loop *ir.Loop) bool {
	if loop.Kind != ir.Collect || loop.Where == nil {
		return false
	}
	return loop.Elem == nil || ir.IsLocal(loop.Elem, loop.Var)
}
