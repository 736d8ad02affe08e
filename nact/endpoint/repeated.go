package endpoint

import (
	"net/http"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/problem"
)

// reused is the answer to an invocation whose key is that of another one.
func reused() *answer {
	const detail = "The Idempotency-Key was given to another call of this tool, or to one of another version. Give each call a key of its own."
	o := problem.Begin(problemReused, "The Idempotency-Key is that of another call", http.StatusUnprocessableEntity, detail)
	return &answer{status: http.StatusUnprocessableEntity, media: problem.Media, body: o.End()}
}

// stillRunning is the answer to an invocation that could not wait longer for the first one with its key.
func stillRunning() *answer {
	const detail = "A call with this Idempotency-Key is still running. Send it again later for its answer."
	o := problem.Begin(problemRunning, "The call is still running", http.StatusConflict, detail)
	return &answer{
		status: http.StatusConflict, media: problem.Media, body: o.End(),
		header: http.Header{"Retry-After": {"2"}},
	}
}

// unprotected is the answer to an invocation that was not begun, since nothing would keep it from being run twice.
func unprotected() *answer {
	const detail = "The service cannot tell whether a call with this Idempotency-Key was made before. This one was not begun: send it again later."
	o := problem.Begin(problemNoStore, titleNoStore, http.StatusServiceUnavailable, detail)
	return &answer{
		status: http.StatusServiceUnavailable, media: problem.Media, body: o.End(),
		header: http.Header{"Retry-After": {"2"}},
	}
}

// cutOff is the answer to an invocation that must not run again, since a run of it was cut off that made writes; nil if there are none.
func cutOff(writes nact.Writes) *answer {
	if writes == nil {
		return nil
	}
	return faultAnswer(&nact.Fault{Detail: "the service stopped in the middle of this call, and what became of its writes is not known"}, writes, nil)
}

// unkept says in the problem document of an invocation that failed that the answer is not that of later ones with its key.
func (a *answer) unkept() {
	if a.media == problem.Media {
		a.body = append(a.body[:len(a.body)-1], `,"kept":false}`...)
	}
}
