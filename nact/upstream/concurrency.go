package upstream

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// queuedForEach is how many attempts may wait for each place that there is: a burst, and no backlog.
const queuedForEach = 4

// NewConcurrency returns the [Gate] of an upstream that so many attempts may call at one time. Further ones wait up to wait until one has
// ended; of those that wait, there are at most four times as many. Who has too little time left for that, or finds the queue full, is refused at
// once.
func NewConcurrency(calls int, wait time.Duration) Gate {
	return &concurrency{places: make(chan struct{}, max(calls, 1)), wait: wait}
}

type concurrency struct {
	wait    time.Duration
	places  chan struct{} // holds one for each attempt that runs
	waiting atomic.Int64
}

func (g *concurrency) enter(ctx context.Context, c *Client, r *request) (func(bool, Answer, *setback), *setback) {
	select {
	case g.places <- struct{}{}:
		return g.leave, nil
	default:
	}
	if refused := g.queue(ctx, c, r); refused != nil {
		return nil, refused
	}
	return g.leave, nil
}

func (g *concurrency) leave(bool, Answer, *setback) { <-g.places }

// queue waits for a place.
func (g *concurrency) queue(ctx context.Context, c *Client, r *request) *setback {
	defer g.waiting.Add(-1)
	if g.waiting.Add(1) > int64(queuedForEach*cap(g.places)) || r.hedged {
		return g.refuse(ctx, c, r)
	}
	begun := time.Now()
	timer := time.NewTimer(g.wait)
	defer timer.Stop()
	select {
	case g.places <- struct{}{}:
		c.observe(ctx, nact.Event{Kind: nact.EventWaited, By: byConcurrency, Operation: r.operation, Wait: time.Since(begun)})
		return nil
	case <-timer.C:
		return g.refuse(ctx, c, r)
	case <-ctx.Done():
		return unmade(ctx, r)
	}
}

func (g *concurrency) refuse(ctx context.Context, c *Client, r *request) *setback {
	c.observe(ctx, nact.Event{Kind: nact.EventRefused, By: byConcurrency, Operation: r.operation})
	return withheld(r, g.wait, fmt.Sprintf("it may be called %d times at once, and others wait for their turn", cap(g.places)))
}
