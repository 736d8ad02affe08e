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
// ended; of those that wait, there are at most four times as many. Who finds the queue full is refused at once, and so is who would wait in
// vain: by how long attempts take of late, its turn would come later than that, or than its own time is over.
func NewConcurrency(calls int, wait time.Duration) Gate {
	return &concurrency{places: make(chan struct{}, max(calls, 1)), wait: wait}
}

type concurrency struct {
	wait    time.Duration
	places  chan struct{} // holds one for each attempt that runs
	waiting atomic.Int64
	takes   atomic.Int64 // about how long an attempt takes of late, in nanoseconds; 0: none has ended
}

func (g *concurrency) enter(ctx context.Context, c *Client, r *request) *setback {
	select {
	case g.places <- struct{}{}:
	default:
		return g.queue(ctx, c, r)
	}
	return nil
}

func (g *concurrency) left(_ context.Context, a passed) {
	if a.made {
		g.learn(a.took)
	}
	<-g.places
}

// learn takes how long an attempt took into the average, in which it counts an eighth. That two do so at the same time does no harm.
func (g *concurrency) learn(took time.Duration) {
	average := g.takes.Load()
	if average == 0 {
		average = int64(took)
	}
	g.takes.Store(average + (int64(took)-average)/8)
}

// expected returns how long the last of so many that wait will have waited.
func (g *concurrency) expected(waiting int64) time.Duration {
	return time.Duration(g.takes.Load() * waiting / int64(cap(g.places)))
}

// queue waits for a place.
func (g *concurrency) queue(ctx context.Context, c *Client, r *request) *setback {
	defer g.waiting.Add(-1)
	waiting := g.waiting.Add(1)
	expected := g.expected(waiting)
	if waiting > int64(queuedForEach*cap(g.places)) || r.hedged || expected > g.wait || !lasts(ctx, expected) {
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
