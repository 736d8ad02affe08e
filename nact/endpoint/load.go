package endpoint

import (
	"net/http"

	"github.com/nactgen/nactgen/nact/problem"
)

// overloaded is the answer to an invocation that may not run. Nothing came of it, so the client can send it again.
func overloaded() *answer {
	const detail = "The service runs as many invocations as it may. This one was not begun: send it again later."
	o := problem.Begin(problemOverload, "The service is busy", http.StatusServiceUnavailable, detail)
	return &answer{
		status: http.StatusServiceUnavailable, media: problem.Media, body: o.End(),
		header: http.Header{"Retry-After": {"1"}},
	}
}
