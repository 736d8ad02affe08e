package upstream

import (
	"context"
	"net/http"
	"time"
)

// Cache keeps answers of one client, in memory. [NewCache] makes one.
type Cache interface {
	// answerFor answers r with what is kept, or else with what client gets from the upstream.
	answerFor(ctx context.Context, client *Client, r *request) (Answer, *setback)
}

// Caching says how long an answer that a [Cache] keeps is good for. It is what [KeepFor], [KeepByHTTP] and [KeepNothing] return.
type Caching interface {
	// fresh reports whether e may be handed out without asking the upstream again.
	fresh(e *entry, now time.Time) bool

	// conditions are the headers that ask the upstream whether e, which is not fresh, is still what it would answer. nil: there is no such question.
	conditions(e *entry) http.Header
}

// entry is an answer with its body, which is complete. It does not change.
type entry struct {
	status     int64
	header     http.Header
	body       []byte // empty where nobody wanted it
	redirected bool
	asked      time.Time // when the request was made
	received   time.Time // when the answer was there
}
