package analysis

import (
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// poll prepares what calls a step again and again. Nothing that an answer shows is known of the next one; what ends the calls is known of the last,
// unless something else can stand in for it.
func (b *body) poll(p *plan.Poll) *plan.Poll {
	prepared := *p
	step, before := b.beforePoll(p.Step)
	prepared.Step = b.step(step)
	prepared.Before, prepared.Step.Parts = append(before, prepared.Step.Parts...), nil
	outside := b.scope
	b.scope = outside.fork()
	var shown []facts.Fact
	if p.FailedIf != nil {
		failed := b.prepared(p.FailedIf)
		prepared.FailedIf = b.placed(b.scope, failed, p.FailedWhere.Place)
		prepared.Detail = b.conditional(failed, true, p.Detail, p.FailedWhere.Place.WithDetail())
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

// beforePoll takes out of a step what is computed for its calls, and is the same for all. Only what is at hand stays where it is.
func (b *body) beforePoll(s *plan.Step) (*plan.Step, []*plan.Part) {
	moves := func(n ir.Node, where plan.Where) bool { return !b.isAtHand(n, where) }
	step, before := b.hoisted(s, moves)
	if s.Body != nil && b.marker.canFail(b.defined(s.BodyWhere.Place.String(), step.Body), b.scope) {
		where := s.BodyWhere
		before = append(before, &plan.Part{Name: where.Place.String(), Value: b.placed(b.scope, b.defined(where.Place.String(), step.Body), where.Place), Where: where})
		step.Body = &ir.Root{T: step.Body.Type(), Kind: ir.PartRoot, Name: where.Place.String()}
	}
	return step, before
}
