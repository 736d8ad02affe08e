package nact

import "time"

// Event is what happens to the requests to an upstream beside their attempts. It holds nothing of what is called with, nor of what is answered.
type Event struct {
	Kind      EventKind
	Upstream  string        // its name
	Operation string        // of the request; empty for the states of a breaker
	By        string        // what waited or held back: breaker, rate, concurrency or budget; empty for others
	Host      string        // of a breaker: scheme, host and port
	Wait      time.Duration // how long a request has waited, or is to
}

// EventKind says what has happened.
type EventKind string

// The kinds of events.
const (
	EventRetried    EventKind = "retried"     // a further attempt follows, after Wait
	EventHedged     EventKind = "hedged"      // a second attempt was begun beside one that takes long
	EventHedgeWon   EventKind = "hedge_won"   // and it was answered first
	EventWaited     EventKind = "waited"      // an attempt was made after Wait, which By had asked for
	EventRefused    EventKind = "refused"     // an attempt was not made, since By had no room for it
	EventOpened     EventKind = "opened"      // a breaker lets nothing through to Host for the time of Wait
	EventHalfOpened EventKind = "half_opened" // a breaker has let through one attempt, on which the next state depends
	EventClosed     EventKind = "closed"      // a breaker lets everything through again
)
