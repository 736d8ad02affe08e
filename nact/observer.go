package nact

import (
	"context"
	"net/url"
	"time"
)

// Observer is told what a service does while it does it: a call of a tool, what its steps call of upstreams, each attempt of that. What is told within a
// context that an observer has returned belongs to what it returned that for. Its methods are called by many goroutines at the same time, and callers wait
// for them.
type Observer interface {
	// Call is told that a call of a tool begins. It returns the context in which the call goes on, and a function that is told how it ended, or nil if nobody
	// wants to know.
	Call(ctx context.Context, call Called) (context.Context, func(Ending))

	// Request is told that an operation of an upstream is called, which can take several attempts, or a function of the vendor's, and returns the same.
	// [StepOf] of ctx says for which step. The error is nil, a *[Fault], or that of ctx; of a function it may be any.
	Request(ctx context.Context, request Requested) (context.Context, func(err error))

	// Attempt is told that a request is sent, or its answer looked for in the cache, and returns the same. If the attempt is to hand the trace on, the
	// upstream is told of that of the returned context: see [WithTrace].
	Attempt(ctx context.Context, attempt Attempted) (context.Context, func(Attempt))

	// Event is told of what else happens to requests.
	Event(ctx context.Context, event Event)
}

// Called says which tool is called, and how. Face is the word for that in manifests: nact or mcp.
type Called struct {
	Face      string
	Protocol  string // the version of what the face speaks, if it has several: 2025-11-25; empty: it has none, or it is not known
	Session   string // of the client, as the client says; empty: it has none
	Route     string // of HTTP, as in /tools/{tool_id}:invoke; empty: the call came over standard input
	Tool      *Tool
	Signature *Signature // of the version that is called
}

// Requested says what is called: an operation, that of an upstream, "weather.point" of "weather", or a function of the vendor's.
type Requested struct {
	Upstream, Operation string
	Function            string   // as the manifest names it; empty: it is an operation
	Method              string   // of HTTP; that of a function is empty
	Base                *url.URL // of the upstream, not to be changed; that of a function is nil
}

// Attempted is one attempt of a request, by its number from 1.
type Attempted struct {
	Requested
	Number int
	HandOn bool // the upstream is to be told of the trace
}

// Attempt is what an attempt came to.
type Attempt struct {
	Status int64 // of HTTP; 0: there was no answer
	Cached bool  // the answer was in the cache
	Err    error // a *[Fault], or that of the context; nil: the answer can be used
}

// Event is what happens to the requests to an upstream beside their attempts. It holds nothing of what is called with, nor of what is answered.
type Event struct {
	Kind      EventKind
	Upstream  string        // its name
	Operation string        // of the request; empty for the states of a breaker
	By        string        // what waited or held back: breaker, rate, concurrency, budget or max_retries; empty for others
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
