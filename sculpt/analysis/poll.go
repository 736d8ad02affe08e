package analysis

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// poll prepares what calls a step again and again. Nothing that an answer shows is known of the next one; what ends the calls is known of the last,
// unless something else can stand in for it.
func (b *body) poll(p *plan.Poll, note func(was, is plan.StepAction)) *plan.Poll {
	prepared := *p
	step, before := b.beforePoll(p.Step)
	prepared.Step = b.step(step)
	prepared.Before, prepared.Step.Parts = append(before, prepared.Step.Parts...), nil
	note(p.Step, prepared.Step)
	outside := b.scope
	b.scope = outside.fork()
	var shown []facts.Fact
	if p.FailedIf != nil {
		failed := b.prepared(p.FailedIf)
		prepared.FailedIf = b.placed(b.scope, failed, p.FailedWhere.Place)
		prepared.Detail = b.given(failed, true, p.Detail, p.FailedWhere.Place.WithDetail())
		shown = facts.Of(failed, false)
		b.scope.learn(shown...)
	}
	until := b.prepared(p.Until)
	prepared.Until = b.placed(b.scope, until, p.UntilWhere.Place)
	b.scope = outside
	if !p.Step.StandsIn() {
		b.scope.learn(append(shown, facts.Of(until, true)...)...)
	}
	return &prepared
}

// beforePoll takes out of a step what is computed for its calls, and is the same for all. Only what is read without fail stays where it is.
func (b *body) beforePoll(s *plan.Step) (*plan.Step, []*plan.Part) {
	step := *s
	var before []*plan.Part
	take := func(n ir.Node, where plan.Where) ir.Node {
		value := b.defined(where.Place.String(), n)
		if isRead(n) && !b.marker.canFail(value, b.scope) {
			return n
		}
		before = append(before, &plan.Part{Name: where.Place.String(), Value: b.placed(b.scope, value, where.Place), Where: where})
		return &ir.Root{T: n.Type(), Kind: ir.PartRoot, Name: where.Place.String()}
	}
	step.Args = slices.Clone(s.Args)
	for i, arg := range s.Args {
		step.Args[i].Value = take(arg.Value, arg.Where)
	}
	var replaced func(n ir.Node) ir.Node
	replaced = func(n ir.Node) ir.Node {
		if placed, ok := n.(*ir.Placed); ok {
			return take(placed.X, s.Place(placed.Place))
		}
		return ir.Copy(n, replaced)
	}
	if s.Body != nil {
		step.Body = replaced(s.Body)
		if value := b.defined(s.BodyWhere.Place.String(), step.Body); b.marker.canFail(value, b.scope) {
			step.Body = take(step.Body, s.BodyWhere)
		}
	}
	return &step, before
}

// isRead reports whether a value is only read.
func isRead(n ir.Node) bool {
	read := true
	ir.Walk(n, func(n ir.Node) {
		switch n.(type) {
		case *ir.Const, *ir.Root, *ir.Member, *ir.Some, *ir.Maybe:
		default:
			read = false
		}
	})
	return read
}
