package upstream

import (
	"net/http"
	"time"
)

// KeepFor keeps answers with the statuses 200, 203 and 204 for a fixed time. What they say of caching themselves does not count.
func KeepFor(ttl time.Duration) Caching { return keepFor(ttl) }

// KeepNothing keeps no answer: every call asks the upstream.
func KeepNothing() Caching { return keepFor(0) }

// keepFor is how long answers are kept. 0 keeps none, and calls do not share a request either: see [cacheable].
type keepFor time.Duration

func (k keepFor) fresh(e *entry, now time.Time) bool {
	return e.whole() && now.Sub(e.received) < time.Duration(k)
}

func (keepFor) conditions(*entry) http.Header { return nil }
