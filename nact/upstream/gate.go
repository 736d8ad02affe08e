package upstream

import (
	"context"
	"net/http"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Gate decides whether an attempt to call an upstream is made, and when. [NewRate] and [NewConcurrency] make one; it belongs to one client.
type Gate interface {
	// enter lets an attempt of r pass, after a wait if need be, or returns the setback of one that is not made.
	enter(ctx context.Context, c *Client, r *request) *setback

	// left is told what became of an attempt that has entered.
	left(ctx context.Context, a passed)
}

// passed is an attempt that a gate has let through.
type passed struct {
	made   bool // false: something behind the gate has refused it, or it has panicked
	took   time.Duration
	answer Answer
	failed *setback
}

// Breaker keeps a client from calling a host that fails. [NewBreaker] makes one; it belongs to one client.
type Breaker interface {
	// refusal returns the setback of an attempt of r that c cannot make now, or nil.
	refusal(ctx context.Context, c *Client, r *request) *setback

	// around returns a transport that sends what the breaker lets through for c.
	around(c *Client) http.RoundTripper
}

// Budget bounds how many attempts a client makes beside the first one of each call: retries, and those that are hedged. [NewBudget] makes
// one; it belongs to one client.
type Budget interface {
	called()     // a call is about to be made
	spend() bool // a further attempt may be made, and will be
}

// Hedge makes a second attempt beside one that takes long. [NewHedge] makes one; it belongs to one client.
type Hedge interface {
	// attempt makes the attempts of r, of which the first one that is answered counts.
	attempt(ctx context.Context, c *Client, r *request) (Answer, *setback)
}

// pass makes an attempt of r as soon as what stands before the upstream lets it, in this order:
//
//  1. the breaker: while it is open, nothing waits for what comes next;
//  2. the rate: a call that has to wait for its turn takes up no place meanwhile;
//  3. the places of the calls that run at one time, and their queue;
//  4. the breaker again, at each host that the attempt gets to: it may have opened meanwhile, and lets a single attempt through when it tries
//     the upstream anew.
//
// The time of an attempt begins behind the gates. Retries come here again, and so do hedged attempts; answers from a cache do not.
func (c *Client) pass(ctx context.Context, r *request) (Answer, *setback) {
	if c.budget != nil && !r.further {
		c.budget.called()
	}
	if c.breaker != nil {
		if refused := c.breaker.refusal(ctx, c, r); refused != nil {
			return Answer{}, refused
		}
	}
	return c.through(ctx, r, c.gates)
}

// through makes an attempt of r behind the gates that are left.
func (c *Client) through(ctx context.Context, r *request, gates []Gate) (Answer, *setback) {
	if len(gates) == 0 {
		return c.exchange(ctx, r)
	}
	if refused := gates[0].enter(ctx, c, r); refused != nil {
		return Answer{}, refused
	}
	var attempt passed
	begun := time.Now()
	defer func() {
		attempt.took = time.Since(begun)
		gates[0].left(ctx, attempt)
	}()
	attempt.answer, attempt.failed = c.through(ctx, r, gates[1:])
	attempt.made = attempt.failed == nil || !attempt.failed.unsent
	return attempt.answer, attempt.failed
}

// gatesOf returns those of config in the order in which attempts pass them.
func gatesOf(config Config) []Gate {
	var gates []Gate
	for _, gate := range []Gate{config.Rate, config.Concurrency} {
		if gate != nil {
			gates = append(gates, gate)
		}
	}
	return gates
}

// withheld returns the setback of an attempt of r that is not made, since why; another one may be made after a while. It counts as an upstream
// that is not reached.
func withheld(r *request, after time.Duration, why string) *setback {
	return &setback{unsent: true, err: &nact.Fault{
		Kind: nact.Busy, Operation: r.operation, Breakdown: nact.Unreachable, RetryAfter: max(after, time.Second), Detail: "the upstream was not asked: " + why,
	}}
}

// unmade returns the setback of an attempt that was waiting to be made when ctx ended.
func unmade(ctx context.Context, r *request) *setback {
	failed := interrupted(ctx, r.operation, nil)
	failed.unsent = true
	return failed
}

// lasts reports whether ctx lasts for so long.
func lasts(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return !ok || time.Until(deadline) > wait
}

// What events are By.
const (
	byBreaker     = "breaker"
	byRate        = "rate"
	byConcurrency = "concurrency"
	byBudget      = "budget"
	byCeiling     = "max_retries"
)

// observe tells the observer of an event, if there is one.
func (c *Client) observe(ctx context.Context, e nact.Event) {
	if c.observer != nil {
		e.Upstream = c.name
		c.observer.Event(ctx, e)
	}
}
