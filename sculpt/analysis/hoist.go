package analysis

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// hoisted takes values of a request out of a step that calls several times: those that moves reports. They become parts, which are
// computed once, before the first call, and to which the step that is returned refers.
func (b *body) hoisted(s *plan.Step, moves func(n ir.Node, where plan.Where) bool) (*plan.Step, []*plan.Part) {
	step := *s
	var before []*plan.Part
	take := func(n ir.Node, where plan.Where) ir.Node {
		before = append(before, &plan.Part{Name: where.Place.String(), Value: b.placed(b.scope, b.defined(where.Place.String(), n), where.Place), Where: where})
		return &ir.Root{T: n.Type(), Kind: ir.PartRoot, Name: where.Place.String()}
	}
	step.Args = slices.Clone(s.Args)
	for i, arg := range s.Args {
		if moves(arg.Value, arg.Where) {
			step.Args[i].Value = take(arg.Value, arg.Where)
		}
	}
	var replaced func(n ir.Node) ir.Node
	replaced = func(n ir.Node) ir.Node {
		placed, ok := n.(*ir.Placed)
		if !ok {
			return ir.Copy(n, replaced)
		}
		if where := s.Place(placed.Place); moves(placed.X, where) {
			return take(placed.X, where)
		}
		return n
	}
	if s.Body != nil {
		step.Body = replaced(s.Body)
	}
	b.hoistedOf[&step] = s
	return &step, before
}

// isAtHand reports whether a value is only read, and cannot fail: it can as well be read for every call.
func (b *body) isAtHand(n ir.Node, where plan.Where) bool {
	return isRead(n) && !b.marker.canFail(b.defined(where.Place.String(), n), b.scope)
}

// isRead reports whether it takes no more than reading, and changing what type Go has for it, to have a value.
func isRead(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Const:
		return true
	case *ir.Root:
		return n.Kind != ir.HeadersRoot && n.Kind != ir.LinkRoot
	case *ir.Member, *ir.Element, *ir.Some, *ir.Maybe, *ir.FromEnum, *ir.MayNull:
		return !slices.ContainsFunc(ir.Children(n), func(below ir.Node) bool { return !isRead(below) })
	}
	return false
}

// beforeEach takes out of the step of a loop what it computes alike for each element and what cannot fail: an error of it would count
// although the list is empty.
func (b *body) beforeEach(e *plan.Each) (*plan.Step, []*plan.Part) {
	vars := map[string]bool{}
	plan.Walk(e.Actions, func(a plan.Action) {
		if v, ok := a.(*plan.Var); ok {
			vars[v.Name] = true
		}
	})
	return b.hoisted(e.Step, func(n ir.Node, where plan.Where) bool {
		return !isRead(n) && isSame(n, vars) && !b.marker.canFail(b.defined(where.Place.String(), n), b.scope)
	})
}

// isSame reports whether a value of a loop's step is the same for all elements. vars are those that are computed for each.
func isSame(n ir.Node, vars map[string]bool) bool {
	switch n := n.(type) {
	case *ir.Root:
		if n.Kind == ir.ElementRoot || n.Kind == ir.NextRoot || n.Kind == ir.VarRoot && vars[n.Name] {
			return false
		}
	case *ir.Call:
		if n.Func.Impure {
			return false
		}
	}
	return !slices.ContainsFunc(ir.Children(n), func(below ir.Node) bool { return !isSame(below, vars) })
}
