package upstream

import (
	"cmp"
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/pace"
)

// Pace is how often an upstream may be called.
type Pace struct {
	Calls int           // so many calls ...
	Per   time.Duration // ... in so long, on average
	Burst int           // so many may come at once; 0: a tenth of Calls, and at least one
	Wait  time.Duration // how long a call may wait for its turn; 0: it does not wait
}

// NewRate returns the [Gate] of an upstream that is called at a pace, and not at all while it says that nothing is left: with the Retry-After of a
// 429 or 503, or with one of the fields that [exhausted] reads. A call whose turn comes within Wait, and within its own time, waits for it.
// Any other is refused at once, with the time after which its turn would come.
func NewRate(p Pace) Gate {
	return &rate{pace: pace.New(p.Calls, cmp.Or(p.Per, time.Second), p.Burst), wait: p.Wait}
}

// longestReset is how long an upstream is not called because of what one answer of it says; then it is asked again.
const longestReset = time.Hour

type rate struct {
	pace pace.Pace
	wait time.Duration

	mu    sync.Mutex
	next  time.Time // what is kept of the calls before
	reset time.Time // until then, the upstream says, there is nothing left
}

func (g *rate) enter(ctx context.Context, c *Client, r *request) *setback {
	if !nact.Waits(ctx) {
		return nil
	}
	wait, ok := g.reserve(ctx, r)
	if !ok {
		c.observe(ctx, nact.Event{Kind: nact.EventRefused, By: byRate, Operation: r.operation, Wait: wait})
		return withheld(r, wait, "it may not be called more often")
	}
	if wait > 0 {
		if !sleep(ctx, wait) {
			g.giveBack()
			return unmade(ctx, r)
		}
		c.observe(ctx, nact.Event{Kind: nact.EventWaited, By: byRate, Operation: r.operation, Wait: wait})
		if left := g.untilReset(); left > 0 { // what another call has learned meanwhile
			g.giveBack()
			c.observe(ctx, nact.Event{Kind: nact.EventRefused, By: byRate, Operation: r.operation, Wait: left})
			return withheld(r, left, "it may not be called more often")
		}
	}
	return nil
}

// reserve takes a turn, and returns how long to wait for it. It reports false, and takes none, if that is too long.
func (g *rate) reserve(ctx context.Context, r *request) (wait time.Duration, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	wait, next := g.pace.Turn(g.next, now)
	wait = max(wait, g.reset.Sub(now))
	if wait > 0 && (wait > g.wait || r.hedged || !lasts(ctx, wait)) {
		return wait, false
	}
	g.next = next
	return wait, true
}

// giveBack returns a turn that was not used.
func (g *rate) giveBack() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.next = g.next.Add(-g.pace.Interval)
}

func (g *rate) untilReset() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return time.Until(g.reset)
}

// left learns of what the upstream says with its answer. What came by way of a redirect may be another one's.
func (g *rate) left(ctx context.Context, a passed) {
	if !nact.Waits(ctx) {
		return
	}
	if !a.made {
		g.giveBack()
		return
	}
	answer := &a.answer
	if answer.Status == 0 || answer.redirected {
		return
	}
	now := time.Now()
	left := exhausted(answer.Header, now)
	if a.failed != nil && (answer.Status == http.StatusTooManyRequests || answer.Status == http.StatusServiceUnavailable) {
		left = max(left, a.failed.after)
	}
	if left <= 0 {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if reset := now.Add(min(left, longestReset)); reset.After(g.reset) {
		g.reset = reset
	}
}
