package analysis

import "github.com/nactgen/nactgen/sculpt/ir"

// risk says whether a node can fail, if nothing is known of what conditions before it have shown.
type risk int

const (
	unasked risk = iota
	never        // it cannot fail
	maybe        // it can, unless conditions before it show otherwise
)

// risks tells which nodes can fail at all.
type risks struct {
	answers
	found     map[ir.Node]risk
	mayBeLazy map[*ir.Local]bool // bindings that may be computed when they are first read, so that reading them can fail
}

func newRisks(a answers) risks {
	return risks{answers: a, found: map[ir.Node]risk{}, mayBeLazy: map[*ir.Local]bool{}}
}

// of returns whether there is anything in n that fails in some cases.
func (r risks) of(n ir.Node) risk {
	if known := r.found[n]; known != unasked {
		return known
	}
	found := never
	if r.fails(n) {
		found = maybe
	}
	if let, ok := n.(*ir.Let); ok {
		r.expect(let)
	}
	for _, below := range ir.Children(n) {
		found = max(found, r.of(below))
	}
	r.found[n] = found
	return found
}

// expect notes that a binding may be computed when it is first read.
func (r risks) expect(n *ir.Let) {
	if !n.Strict && r.of(n.Value) == maybe {
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
