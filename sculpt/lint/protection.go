package lint

import (
	"slices"
	"time"

	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// queuedForEach is how many calls may wait for each that runs, as the run-time library has it: see upstream.NewConcurrency.
const queuedForEach = 4

// protections warns of what stands between calls and an upstream and does nothing, or fails calls for certain.
func (l *linter) protections() {
	for _, u := range l.Plan.Upstreams {
		m := l.upstream(u.Name)
		l.waits(u, m)
		l.crowds(u, m)
		tried, read := l.uses(u)
		if u.Protection.Budget > 0 && !tried && u.Protection.Hedge == 0 {
			l.found.WarnAt(m.Retry.Budget, "budget", "no call of %s is tried again, so that there is nothing to bound; raise \"attempts\", or leave out \"budget\"", u.Name)
		}
		if u.Protection.Hedge > 0 && !read {
			l.found.WarnAt(m.Hedge, "hedge", "no tool reads from %s, and what writes is never sent a second time beside itself; leave out \"hedge\"", u.Name)
		}
	}
}

// uses reports whether any call of an upstream may be tried again, and whether any reads.
func (l *linter) uses(u *plan.Upstream) (tried, read bool) {
	tried = u.Retry.Attempts > 1
	for _, t := range l.Sequences {
		for _, step := range t.Manifest.Calls() {
			if op := l.Calls.Of(step); op.Upstream.Name == u.Name {
				tried = tried || step.Retry != nil && step.Retry.Attempts.V > 1
				read = read || !op.Writes()
			}
		}
	}
	return tried, read
}

// waits warns of a wait for a turn that lasts no shorter than a tool that may have to wait.
func (l *linter) waits(u *plan.Upstream, m *manifest.Upstream) {
	for _, stated := range []manifest.Value[time.Duration]{m.Concurrency.Wait, m.Rate.Wait} {
		for _, t := range l.Tools {
			if stated.V >= t.Plan.Timeout && calls(t.Plan, u) {
				l.found.WarnAt(stated, "wait", "a call may wait %s for its turn, and %s, which calls %s, ends after %s; say less, or more under \"timeout\" of the tool",
					stated.V, t.Manifest.Name.V, u.Name, t.Plan.Timeout)
				break
			}
		}
	}
}

// calls reports whether a tool calls an upstream, itself or by way of parts.
func calls(t *plan.Tool, u *plan.Upstream) bool {
	return slices.ContainsFunc(t.AllSteps(), func(s *plan.Step) bool { return s.Call.Upstream.Name == u.Name })
}

// crowds warns of a step whose elements are more at one time than may run and wait.
func (l *linter) crowds(u *plan.Upstream, m *manifest.Upstream) {
	room := u.Protection.Concurrency.Calls * (1 + queuedForEach)
	if room == 0 {
		return
	}
	for _, t := range l.Sequences {
		for _, step := range t.Manifest.Calls() {
			if step.Each != nil && step.Each.Concurrency.V > room && l.Calls.Of(step).Upstream.Name == u.Name {
				l.found.WarnAt(step.Each.Concurrency, "concurrency", "%d elements at one time are more than the %d calls of %s that may run and wait; say at most %d",
					step.Each.Concurrency.V, room, u.Name, m.Concurrency.Calls.V)
			}
		}
	}
}
