package analysis

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pages prepares what collects a list. Nothing that a page shows is known of the next one, or behind the last.
func (b *body) pages(p *plan.Pages) *plan.Pages {
	prepared := *p
	var step *plan.Step
	// What is the same for all pages is computed before the first: now() is one time for all of them.
	step, prepared.Before = b.hoist(p.Step, func(n ir.Node, where plan.Where) bool { return !asksForPage(n) && !b.isAtHand(n, where) })
	prepared.Limit = b.expression(p.Limit, p.LimitWhere.Place)
	before := b.scope
	b.scope = before.fork()
	prepared.Actions = b.actions(plan.Steps{p.Step: step}.Actions(p.Actions))
	prepared.Step = b.of.steps[p.Step].(*plan.Step)
	prepared.Items = b.expression(p.Items, p.ItemsWhere.Place)
	prepared.Next = b.expression(p.Next, p.NextWhere.Place)
	prepared.Enough = b.enough(p)
	b.scope = before
	return &prepared
}

// asksForPage reports whether a value reads what the next page is asked for with.
func asksForPage(n ir.Node) bool {
	root, ok := n.(*ir.Root)
	return ok && root.Kind == ir.NextRoot || slices.ContainsFunc(ir.Children(n), asksForPage)
}

// enough prepares the condition that a list is long enough. One that can fail is none: the list is read to its end, as if
// nobody had asked for less, and what reads it fails where it does.
func (b *body) enough(p *plan.Pages) ir.Node {
	if p.Enough == nil {
		return nil
	}
	cond := b.prepare(p.Enough)
	if b.marker.canFail(cond, b.scope) || ir.Contains(cond, ir.Counts) {
		return nil
	}
	return b.finish(b.scope, cond, p.EnoughWhere.Place)
}

// poll prepares what calls a step again and again. Nothing that an answer shows is known of the next one; what ends the calls is known of the last,
// unless something else can stand in for it, or the calls end with any answer.
func (b *body) poll(p *plan.Poll) *plan.Poll {
	prepared := *p
	step, before := b.beforePoll(p.Step)
	prepared.Step = b.step(step)
	prepared.Before, prepared.Step.Parts = append(before, prepared.Step.Parts...), nil
	outside := b.scope
	b.scope = outside.fork()
	var shown []facts.Fact
	if p.FailedIf != nil {
		failed := b.prepare(p.FailedIf)
		prepared.FailedIf = b.finish(b.scope, failed, p.FailedWhere.Place)
		prepared.Detail = b.conditional(failed, true, p.Detail, p.FailedWhere.Place.WithDetail())
		shown = facts.Of(failed, false)
		b.scope.learn(shown...)
	}
	until := b.prepare(p.Until)
	prepared.Until = b.finish(b.scope, until, p.UntilWhere.Place)
	b.scope = outside
	if !p.Step.StandsIn() && !p.Again {
		b.scope.learn(append(shown, facts.Of(until, true)...)...)
	}
	return &prepared
}

// beforePoll takes the values out of a step that are computed for its calls: they are the same for all calls. Those that are only read stay.
func (b *body) beforePoll(s *plan.Step) (*plan.Step, []*plan.Part) {
	moves := func(n ir.Node, where plan.Where) bool { return !b.isAtHand(n, where) }
	step, before := b.hoist(s, moves)
	if s.Body != nil && b.canFail(step.Body, s.BodyWhere) {
		before = append(before, b.newPart(step.Body, s.BodyWhere))
		step.Body = partRoot(step.Body, s.BodyWhere)
	}
	return step, before
}

// hoist takes those values of a request that moves reports out of a step that calls several times. They become parts, which are computed once, before the
// first call. The copy of the step that is returned reads the parts.
func (b *body) hoist(s *plan.Step, moves func(n ir.Node, where plan.Where) bool) (*plan.Step, []*plan.Part) {
	step := *s
	var before []*plan.Part
	take := func(n ir.Node, where plan.Where) ir.Node {
		before = append(before, b.newPart(n, where))
		return partRoot(n, where)
	}
	step.Args = slices.Clone(s.Args)
	for i, arg := range s.Args {
		if moves(arg.Value, arg.Where) {
			step.Args[i].Value = take(arg.Value, arg.Where)
		}
	}
	if s.Body != nil {
		step.Body = replacePlaced(s.Body, func(n *ir.Placed) ir.Node {
			if where := s.Place(n.Place); moves(n.X, where) {
				return take(n.X, where)
			}
			return n
		})
	}
	b.hoistedOf[&step] = s
	return &step, before
}

// isAtHand reports whether a value is only read, and cannot fail. Such a value stays in the step, where each call reads it.
func (b *body) isAtHand(n ir.Node, where plan.Where) bool {
	return isRead(n) && !b.canFail(n, where)
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
func (b *body) beforeEach(e *plan.Each, step *plan.Step) (*plan.Step, []*plan.Part) {
	vars := map[string]bool{}
	plan.Walk(e.Actions, func(a plan.Action) {
		if v, ok := a.(*plan.Var); ok {
			vars[v.Name] = true
		}
	})
	return b.hoist(step, func(n ir.Node, where plan.Where) bool {
		return !isRead(n) && isSame(n, vars) && !b.canFail(n, where)
	})
}

// isSame reports whether a value of a loop's step is the same for all elements. vars are the names of the vars that are computed for each element.
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
