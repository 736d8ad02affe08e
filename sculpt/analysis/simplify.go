package analysis

import (
	"github.com/nactgen/nactgen/sculpt/ir"
)

// simplifier rewrites expressions in ways that need no facts: what a literal decides is decided, optionals that always
// have a value are none, negations move to where they cost nothing.
type simplifier struct {
	answers answers
	indexes map[*ir.Local]bool // the indexes of loops over lists
}

// simplify returns a copy of n that comes to the same, with fewer choices.
func simplify(n ir.Node, answers answers) ir.Node {
	s := &simplifier{answers: answers, indexes: map[*ir.Local]bool{}}
	return s.node(n)
}

func (s *simplifier) node(n ir.Node) ir.Node {
	if loop, ok := n.(*ir.Loop); ok && loop.Index != nil && loop.Over.Type().Kind == ir.List && !ir.IsEntries(loop.Over) {
		s.indexes[loop.Index] = true
	}
	switch n := ir.Copy(n, s.node).(type) {
	case *ir.Not:
		return negation(n)
	case *ir.Logic:
		return connective(n)
	case *ir.Cond:
		return choice(n)
	case *ir.Let:
		return binding(n)
	case *ir.Loop:
		if isBool(n.Where, true) && n.Kind != ir.All && n.Kind != ir.Any {
			n.Where = nil
		}
		return collection(n)
	case *ir.Call:
		return s.sum(n)
	case *ir.Has:
		if !s.answers.mayLack(n.Field) {
			return after(n.X, boolean(true))
		}
		return n
	default:
		return s.optional(n)
	}
}

func (s *simplifier) optional(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Maybe:
		if !s.answers.mayLack(n.Field) {
			return &ir.Some{X: &ir.Member{X: n.X, Field: n.Field}}
		}
	case *ir.Then:
		return then(n)
	case *ir.OrValue:
		return orValue(n)
	case *ir.Or:
		return or(n)
	case *ir.HasValue:
		return hasValue(n)
	}
	return n
}

func boolean(b bool) *ir.Const { return &ir.Const{T: ir.BoolType, Value: b} }

func isBool(n ir.Node, value bool) bool {
	c, ok := n.(*ir.Const)
	return ok && c.Value == value
}

// after returns n with x computed before it. Nothing reads the value of x, but an error of it is one of the whole.
func after(x, n ir.Node) ir.Node {
	return &ir.Let{Local: &ir.Local{T: x.Type(), Name: "unused"}, Value: x, Body: n, Strict: true, Implicit: true}
}

// negation returns !x.
func negation(n *ir.Not) ir.Node {
	switch x := n.X.(type) {
	case *ir.Const:
		return boolean(x.Value != true)
	case *ir.Not:
		return x.X
	case *ir.Let:
		x.Body = negation(&ir.Not{X: x.Body})
		return x
	}
	return n
}

// connective returns x && y or x || y. A literal that decides does so whatever the other side comes to, be it an error.
func connective(n *ir.Logic) ir.Node {
	for _, sides := range [2][2]ir.Node{{n.X, n.Y}, {n.Y, n.X}} {
		switch literal, other := sides[0], sides[1]; {
		case isBool(literal, !n.And):
			return boolean(!n.And)
		case isBool(literal, n.And):
			return other
		}
	}
	return n
}

// choice returns the branch that a literal condition takes.
func choice(n *ir.Cond) ir.Node {
	switch {
	case isBool(n.If, true):
		return n.Then
	case isBool(n.If, false):
		return n.Else
	}
	return n
}

// collection returns the list that a loop runs over if it collects no more than its elements: map(x, x), and map(x, x.f) of objects
// that stand for their only field f.
func collection(n *ir.Loop) ir.Node {
	if n.Kind != ir.Collect || n.Where != nil || n.Over.Type().Kind != ir.List || n.Over.Type().Nullable {
		return n
	}
	switch elem := n.Elem.(type) {
	case nil:
		return n.Over
	case *ir.Ref:
		if elem.To == n.Var && ir.Same(n.T, n.Over.Type()) {
			return n.Over
		}
	case *ir.Member:
		ref, ok := elem.X.(*ir.Ref)
		if ok && ref.To == n.Var && elem.Field.Required && ref.To.T.Kind == ir.Object && ref.To.T.Object.Sole {
			return &ir.SoleFields{T: n.T, X: n.Over}
		}
	}
	return n
}

// binding returns the body of a binding that nothing reads.
func binding(n *ir.Let) ir.Node {
	if !n.Strict && !ir.Refers(n.Body, n.Local) {
		return n.Body
	}
	return n
}

// small is the largest literal that can be added to a size without a check: no list is as long as that.
const small = 1 << 16

// sum returns a sum or difference of a size and a small literal as one that cannot overflow.
func (s *simplifier) sum(n *ir.Call) ir.Node {
	op := map[*ir.Function]string{ir.FnAddInt: "+", ir.FnSubInt: "-"}[n.Func]
	if op == "" || !s.isCount(n.Args[0]) {
		return n
	}
	c, ok := n.Args[1].(*ir.Const)
	if !ok || c.Value.(int64) < -small || c.Value.(int64) > small {
		return n
	}
	return &ir.Binary{T: n.T, Op: op, X: n.Args[0], Y: c}
}

// isCount reports whether n is the size of a list or map, or the index of a loop.
func (s *simplifier) isCount(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Call:
		return n.Func == ir.FnLen
	case *ir.Loop:
		return n.Kind == ir.Count
	case *ir.Ref:
		return s.indexes[n.To]
	}
	return false
}
