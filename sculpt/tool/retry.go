package tool

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
)

// attempts checks how often a step is called, and after what again.
type attempts struct{ *checker }

// retry checks the policy of a step that has one of its own.
func (c attempts) retry(s *plan.Step, m *manifest.Step, op *operation.Operation) {
	if m.Retry == nil {
		return
	}
	s.Retry = &plan.Retry{Attempts: m.Retry.Attempts.V, Backoff: m.Retry.Backoff.V, MaxWait: m.Retry.MaxWait.V, On: causes(m.Retry.On)}
	if m.Retry.Budget.Set {
		c.found.ErrorAt(m.Retry.Budget, "retry", "a budget is that of all calls of an upstream; write it under \"retry\" of the upstream %s", op.Upstream.Name)
	}
	switch {
	case op.Idempotent() || m.Key.Set:
	case len(m.Retry.On) == 0:
		c.found.Errorf(m.Retry.Pos, 0, "retry", "a %s is sent once, since one that failed may have changed something all the same; leave out \"retry\", or say where the upstream takes a key, as in idempotency: {header: Idempotency-Key}%s", op.Method, orReads(op))
	default:
		for _, on := range m.Retry.On {
			if !plan.CauseOf(on.V).Uncarried() {
				c.found.ErrorAt(on, "retry", "a %s that ends with %s may have changed something all the same, and is not sent again without a key: it can be after unreachable, 503, and statuses of 4xx that pass; "+
					"or say where the upstream takes a key, as in idempotency: {header: Idempotency-Key}%s", op.Method, on.V, orReads(op))
			}
		}
	}
}

// again checks the conditions of expect by which a step calls again. It does so until all of them hold, or no attempt is left.
func (c attempts) again(s *schedule.Step, m *manifest.Step, op *operation.Operation) {
	for i, e := range m.Expect {
		if !e.Again.V || !c.mayCallAgain(s, m, op, e) || len(s.Expect) != len(m.Expect) {
			continue
		}
		that := s.Expect[i].That
		if p := (&poller{checker: c.checker, step: m}); !p.ofAnswer(e.That, that) {
			continue
		}
		if s.Poll == nil {
			s.Poll = &plan.Poll{Again: true, Until: that}
		} else {
			both := &ir.Logic{And: true, X: s.Poll.Until, Y: that}
			both.Marked().Written = ir.Written(s.Poll.Until) + " && " + ir.Written(that)
			s.Poll.Until = both
		}
		s.Poll.UntilWhere = c.shown.Of(m.Name.V).Where(placeIn(m, plan.PartExpect, plan.Again), s.Poll.Until)
	}
}

// mayCallAgain reports whether a step can call again by a condition.
func (c attempts) mayCallAgain(s *schedule.Step, m *manifest.Step, op *operation.Operation, e *manifest.Condition) bool {
	policy := op.Upstream.Retry
	if s.Plan.Retry != nil {
		policy = *s.Plan.Retry
	}
	switch {
	case m.Poll != nil:
		c.found.ErrorAt(e.Again, "again", "the step polls, and asks again already; say under \"until\" what it waits for, or leave out \"poll\"")
	case m.Paginate != nil:
		c.found.ErrorAt(e.Again, "again", "a page is not asked for again by what it says, in this release; leave out \"again\"")
	case !op.Idempotent() && !m.Key.Set:
		c.found.ErrorAt(e.Again, "again", "a %s is sent once, whatever it is answered; leave out \"again\", or say where the upstream takes a key, as in idempotency: {header: Idempotency-Key}%s", op.Method, orReads(op))
	case policy.Attempts < 2:
		c.found.ErrorAt(e.Again, "again", "the step makes one attempt; say under \"retry\" of it, or of the upstream %s, how many it may make, as in retry: {attempts: 3}", op.Upstream.Name)
	default:
		return true
	}
	return false
}
