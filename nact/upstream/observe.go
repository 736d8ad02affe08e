package upstream

import (
	"context"

	"github.com/nactgen/nactgen/nact"
)

// What events are By.
const (
	byBreaker     = "breaker"
	byRate        = "rate"
	byConcurrency = "concurrency"
	byBudget      = "budget"
)

// observe tells the observer of an event, if there is one.
func (c *Client) observe(ctx context.Context, e nact.Event) {
	if c.observer != nil {
		e.Upstream = c.name
		c.observer.Event(ctx, e)
	}
}
