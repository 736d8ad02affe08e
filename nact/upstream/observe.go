package upstream

import (
	"context"
	"time"
)

// Event is what happens to the calls of a client beside their attempts. It holds nothing of what is called with, nor of what is answered.
type Event struct {
	Kind      EventKind
	Upstream  string        // its name
	Operation string        // of the call, as [Call.Operation]; empty for the states of a breaker
	By        string        // what waited or refused: breaker, rate, concurrency or budget; empty for others
	Host      string        // of a breaker: scheme, host and port
	Wait      time.Duration // how long a call has waited, or is to
}

// EventKind says what has happened.
type EventKind string

// The kinds of events.
const (
	Retried    EventKind = "retried"     // a further attempt follows, after Wait
	Hedged     EventKind = "hedged"      // a second attempt was begun beside one that takes long
	HedgeWon   EventKind = "hedge_won"   // and it was answered first
	Waited     EventKind = "waited"      // an attempt was made after Wait, which By had asked for
	Refused    EventKind = "refused"     // an attempt was not made, since By had no room for it
	Opened     EventKind = "opened"      // a breaker lets nothing through to Host for the time of Wait
	HalfOpened EventKind = "half_opened" // a breaker has let through one attempt, on which the next state depends
	Closed     EventKind = "closed"      // a breaker lets everything through again
)

// What events are By.
const (
	byBreaker     = "breaker"
	byRate        = "rate"
	byConcurrency = "concurrency"
	byBudget      = "budget"
)

// observe tells whoever has asked for it of an event.
func (c *Client) observe(ctx context.Context, e Event) {
	if c.observer != nil {
		e.Upstream = c.name
		c.observer(ctx, e)
	}
}
