package plandiff

import (
	"fmt"
	"time"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// protection compares what stands between calls and an upstream at a place.
func (c *comparison) protection(place string, was, is plan.Protection) {
	c.differ(LimitChanged, place+".concurrency", concurrencyText(was.Concurrency), concurrencyText(is.Concurrency))
	c.differ(LimitChanged, place+".rate", rateText(was.Rate), rateText(is.Rate))
	c.differ(LimitChanged, place+".breaker", breakerText(was.Breaker), breakerText(is.Breaker))
	c.differ(LimitChanged, place+".retry.budget", budgetText(was.Budget), budgetText(is.Budget))
	c.differ(LimitChanged, place+".hedge", hedgeText(was.Hedge), hedgeText(is.Hedge))
}

// Each of these describes a part. It is empty if there is none.

func concurrencyText(c plan.Concurrency) string {
	if c == (plan.Concurrency{}) {
		return ""
	}
	return fmt.Sprintf("%d calls at one time, others wait %s", c.Calls, c.Wait)
}

func rateText(r plan.Rate) string {
	switch {
	case r == (plan.Rate{}):
		return ""
	case r.Burst > 0:
		return fmt.Sprintf("%d calls in %s, %d at once, others wait %s", r.Calls, r.Per, r.Burst, r.Wait)
	}
	return fmt.Sprintf("%d calls in %s, others wait %s", r.Calls, r.Per, r.Wait)
}

func breakerText(b plan.Breaker) string {
	if b == (plan.Breaker{}) {
		return ""
	}
	return fmt.Sprintf("open for %s after %d failures within %s", b.Open, b.Failures, b.Within)
}

func budgetText(percent int64) string {
	if percent == 0 {
		return ""
	}
	return fmt.Sprintf("%d%% of the calls", percent)
}

func hedgeText(after time.Duration) string {
	if after == 0 {
		return ""
	}
	return "after " + after.String()
}
