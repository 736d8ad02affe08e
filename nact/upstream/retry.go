package upstream

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Retry says how often and when a call is tried again. Only calls that are
// safe to repeat are: GET, HEAD, OPTIONS, QUERY, PUT and DELETE, those that only
// read ([Call.Reads]), and those with a Key. And only after a failed connection, an attempt that ran out of
// its time, or one of the statuses 429, 502, 503 and 504, or else after what On is for. Of another call a policy of its own
// ([Options]) with On holds only after what was not carried out: no connection came about, or the status is a 4xx or 503.
//
// The wait before attempt n+1 is random between 0 and Backoff·2ⁿ⁻¹, or what the
// upstream asked for with Retry-After and up to a tenth more, so that not all
// whom it told the same come back at once. There is no further attempt if the
// wait is longer than what is left of the context's time.
type Retry struct {
	Attempts int           // in all; 0 and 1 are a single one
	Backoff  time.Duration // 0 is 100 ms
	MaxWait  time.Duration // no wait is longer: it caps the backoff, and a Retry-After above it ends the attempts. 0 is 10 s

	On func(err error) bool // reports whether an attempt that ended with err, a *[nact.Fault], is followed by another one; nil: see above
}

// again reports whether another attempt of r may succeed after one that has failed.
func (r *request) again(failed *setback) bool {
	switch {
	case r.retry.On == nil:
		return failed.again
	case failed.unsent, errors.As(failed.err, new(*refusedAddress)), !r.repeatable && !uncarried(failed.err):
		return false
	}
	return r.retry.On(failed.err)
}

// uncarried reports whether err says that a request was not carried out: see [watchAttempt].
func uncarried(err error) bool {
	status := nact.Status(err)
	return nact.IsUnreachable(err) || status/100 == 4 || status == http.StatusServiceUnavailable
}

// ceiling bounds how often calls of one context are tried again, all of them together. [LimitRetries] makes one.
type ceiling interface {
	spend() bool // a call may be tried again, and will be
}

type ceilingKey struct{}

// methodQuery is the method of a request that reads, and says by its body what (draft-ietf-httpbis-safe-method-w-body).
const methodQuery = "QUERY"

// safe reports whether a request of this method changes nothing.
func safe(method string) bool {
	return method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions || method == methodQuery
}

// idempotent reports whether a request of this method may be sent twice.
func idempotent(method string) bool {
	return safe(method) || method == http.MethodPut || method == http.MethodDelete
}

// transient reports whether an answer with this status may be another one soon.
func transient(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// wait returns how long to wait after failed attempt n (from 1), and false if
// there should be no further one. asked is the upstream's Retry-After or 0.
func (r Retry) wait(ctx context.Context, n int, asked time.Duration) (time.Duration, bool) {
	limit := cmp.Or(r.MaxWait, 10*time.Second)
	if n >= r.Attempts || asked > limit {
		return 0, false
	}
	wait := min(asked+rand.N(asked/10+1), limit)
	if asked == 0 {
		wait = rand.N(r.ceiling(n, limit) + 1)
	}
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= wait {
		return 0, false
	}
	return wait, true
}

// ceiling returns the longest backoff after failed attempt n: doubled n-1 times, at most limit.
func (r Retry) ceiling(n int, limit time.Duration) time.Duration {
	backoff := cmp.Or(r.Backoff, 100*time.Millisecond)
	for range n - 1 {
		if backoff >= limit/2 {
			return limit
		}
		backoff *= 2
	}
	return min(max(backoff, 0), limit)
}

// sleep waits, and reports whether ctx lasted.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// RetryAfter returns how long the upstream asks to wait with the Retry-After header, at most a day; 0 if it does not.
func (a Answer) RetryAfter() time.Duration { return retryAfter(a.Header, time.Now()) }

// retryAfter returns what the Retry-After header asks for, in either of its
// two forms; 0 if there is none, it is malformed or in the past. It is at most a day.
func retryAfter(header http.Header, now time.Time) time.Duration {
	const day = 24 * time.Hour
	text := header.Get("Retry-After")
	if text != "" && strings.Trim(text, "0123456789") == "" {
		seconds, _ := strconv.ParseUint(text, 10, 64) // the largest there is if it is too large
		return time.Duration(min(seconds, uint64(day/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(at.Sub(now), 0), day)
	}
	return 0
}
