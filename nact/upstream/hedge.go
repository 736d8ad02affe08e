package upstream

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// hedgePercent is how many of the calls are hedged at most if the client has no budget of its own.
const hedgePercent = 10

// NewHedge returns what hedges calls that change nothing: one that has no answer after a time is sent again, and what is answered first counts. The
// other one is given up. The second attempt waits for nothing: where it has no place, comes too early for the rate, or is not in the budget, the
// first one stays alone. Without a budget of the client, a tenth of the calls can be hedged.
func NewHedge(after time.Duration) Hedge {
	return &hedge{after: after, budget: NewBudget(hedgePercent)}
}

type hedge struct {
	after  time.Duration
	budget Budget // unless the client has one
}

func (h *hedge) attempt(ctx context.Context, c *Client, r *request) (Answer, *setback) {
	if !r.reads || !nact.Waits(ctx) {
		return c.pass(ctx, r)
	}
	if c.budget == nil && !r.further {
		h.budget.called()
	}
	first, second := newRacer(ctx, r), newRacer(ctx, r)
	second.request.hedged, second.request.further = true, true
	defer first.cancel()
	done := make(chan struct{})
	timer := time.AfterFunc(h.after, func() {
		defer close(done)
		h.follow(ctx, c, first, second)
	})
	first.run(c)
	if timer.Stop() {
		second.cancel()
		return first.finish(r)
	}
	if first.answered || first.panicked != nil {
		second.cancel()
	}
	<-done
	second.cancel()
	winner, loser := first, second
	if first.panicked == nil && (second.answered && !first.answered || second.panicked != nil) {
		winner, loser = second, first
		c.observe(ctx, nact.Event{Kind: nact.EventHedgeWon, Operation: r.operation})
	}
	loser.request.share.give(loser.request.share.taken)
	return winner.finish(r)
}

// follow makes the second attempt, and gives the first one up if it was answered.
func (h *hedge) follow(ctx context.Context, c *Client, first, second *racer) {
	budget := c.budget
	if budget == nil {
		budget = h.budget
	}
	if !budget.spend() {
		c.observe(ctx, nact.Event{Kind: nact.EventRefused, By: byBudget, Operation: second.request.operation})
		return
	}
	c.observe(ctx, nact.Event{Kind: nact.EventHedged, Operation: second.request.operation, Wait: h.after})
	c.log.LogAttrs(ctx, slog.LevelDebug, "upstream call hedged", slog.String("operation", second.request.operation))
	second.run(c)
	if second.answered || second.panicked != nil {
		first.cancel()
	}
}

// racer is one of two attempts of a call.
type racer struct {
	request request // with a share of the memory of its own
	ctx     context.Context
	cancel  context.CancelFunc
	body    []byte
	read    bool // body is that of the answer

	answer   Answer
	failed   *setback // nil also if the attempt was not made
	panicked *nact.Panic
	answered bool // the upstream has: it was reached, and has not failed
}

func newRacer(ctx context.Context, r *request) *racer {
	a := &racer{request: *r}
	a.ctx, a.cancel = context.WithCancel(ctx)
	a.request.share = share{ctx: a.ctx, held: r.share.held}
	a.request.keep = func(body []byte) { a.body, a.read = bytes.Clone(body), true }
	return a
}

func (a *racer) run(c *Client) {
	defer func() {
		if p := recover(); p != nil {
			a.panicked = nact.Recovered(p)
		}
	}()
	a.answer, a.failed = c.pass(a.ctx, &a.request)
	status := a.answer.Status
	a.answered = a.failed == nil || status != 0 && status < http.StatusInternalServerError && !a.failed.again && a.ctx.Err() == nil
}

// finish answers r with what the attempt came to.
func (a *racer) finish(r *request) (Answer, *setback) {
	if a.panicked != nil {
		panic(a.panicked)
	}
	own := &a.request.share
	r.share.taken += own.taken
	switch {
	case a.failed != nil || !a.read:
		return a.answer, a.failed
	case r.keep != nil:
		r.keep(a.body)
		return a.answer, nil
	}
	defer r.share.give(own.taken - headerMemory(a.answer.Header))
	return a.answer, r.read(a.answer.Header, a.body)
}
