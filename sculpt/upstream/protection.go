package upstream

import (
	"cmp"
	"time"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// What stands between calls and an upstream, where the manifest does not say.
const (
	defaultWait     = time.Second // of a call for its turn
	defaultFailures = 5
	defaultWithin   = 10 * time.Second
	defaultOpen     = 30 * time.Second
)

// protection checks what stands between calls and the upstream. timeout is for an attempt.
func (c *checker) protection(timeout time.Duration) plan.Protection {
	var p plan.Protection
	m := c.manifest
	if limit := m.Concurrency; limit.Calls.Set {
		p.Concurrency = plan.Concurrency{Calls: limit.Calls.V, Wait: cmp.Or(limit.Wait.V, defaultWait)}
	}
	if limit := m.Rate; limit.Calls.Set {
		p.Rate = plan.Rate{Calls: limit.Calls.V, Per: limit.Per.V, Burst: limit.Burst.V, Wait: cmp.Or(limit.Wait.V, defaultWait)}
		if limit.Burst.V > limit.Calls.V {
			c.found.ErrorAt(limit.Burst, "rate", "%d calls at once are more than the %d in %s; write at most as many", limit.Burst.V, limit.Calls.V, limit.Per.V)
		}
	}
	if b := m.Breaker; b != nil {
		p.Breaker = plan.Breaker{Failures: cmp.Or(b.Failures.V, defaultFailures), Within: cmp.Or(b.Within.V, defaultWithin), Open: cmp.Or(b.Open.V, defaultOpen)}
	}
	if m.Retry != nil {
		p.Budget = m.Retry.Budget.V
	}
	if p.Hedge = m.Hedge.V; p.Hedge >= timeout {
		c.found.ErrorAt(m.Hedge, "hedge", "an attempt ends after %s, so that a second one never begins; write less, or more under \"timeout\"", timeout)
	}
	return p
}
