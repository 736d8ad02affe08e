package upstream

import (
	"net/http"
	"strconv"
	"time"
)

// RetryAfter returns how long the upstream asks to wait with the Retry-After header, at most a day; 0 if it does not.
func (a Answer) RetryAfter() time.Duration { return retryAfter(a.Header, time.Now()) }

// retryAfter returns what the Retry-After header asks for, in either of its
// two forms; 0 if there is none, it is malformed or in the past. It is at most a day.
func retryAfter(header http.Header, now time.Time) time.Duration {
	const day = 24 * time.Hour
	text := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 32); err == nil {
		return min(time.Duration(seconds)*time.Second, day)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), day)
	}
	return 0
}
