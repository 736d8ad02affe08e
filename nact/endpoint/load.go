package endpoint

import "net/http"

// enter reports whether an invocation may run beside those that do. It is asked for when the call has been read, and left
// before the answer is written: a client that is slow at either keeps no other out.
func (h *Handler) enter() bool {
	if h.running.Add(1) > int64(h.config.MaxCalls) {
		h.running.Add(-1)
		return false
	}
	return true
}

// leave ends what enter began.
func (h *Handler) leave() { h.running.Add(-1) }

// overloaded is the answer to an invocation that may not run. Nothing came of it, so the client can send it again.
func overloaded() *answer {
	const detail = "The service runs as many invocations as it may. This one was not begun: send it again later."
	o := beginProblem(problemOverload, "The service is busy", http.StatusServiceUnavailable, detail)
	return &answer{
		status: http.StatusServiceUnavailable, media: typeProblem, body: o.End(),
		header: http.Header{"Retry-After": {"1"}},
	}
}
