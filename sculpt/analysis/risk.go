package analysis

import "github.com/nactgen/nactgen/sculpt/ir"

// risks tells which nodes can fail at all, if nothing is known of what conditions before them have shown.
type risks struct {
	answers
	found     map[ir.Node]bool   // the answers that method of has given
	mayBeLazy map[*ir.Local]bool // bindings that may be computed when they are first read, so that reading them can fail
}

// of reports whether there is anything in n that fails in some cases.
func (r risks) of(n ir.Node) bool {
	if risky, known := r.found[n]; known {
		return risky
	}
	risky := r.fails(n)
	if let, ok := n.(*ir.Let); ok {
		r.expect(let)
	}
	for _, below := range ir.Children(n) {
		risky = r.of(below) || risky
	}
	r.found[n] = risky
	return risky
}

// expect notes that a binding may be computed when it is first read.
func (r risks) expect(n *ir.Let) {
	if !n.Strict && r.of(n.Value) {
		r.mayBeLazy[n.Local] = true
	}
}

// fails reports whether n itself fails in some cases.
func (r risks) fails(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Member:
		return r.mayLack(n.Field)
	case *ir.Ref:
		return r.mayBeLazy[n.To]
	case *ir.Call:
		return n.Func.Fails
	case *ir.Loop:
		return n.Kind == ir.First || n.Kind == ir.Associate
	case *ir.MapLit:
		return n.T.Key.Kind == ir.Dyn
	case *ir.Row:
		return !n.Proven
	case *ir.NotNull, *ir.Element, *ir.Guard:
		return true
	}
	return false
}
