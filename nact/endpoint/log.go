package endpoint

import (
	"log/slog"
	"net/http"

	"github.com/nactgen/nactgen/nact/invocation"
)

// log writes one line about a request: nothing of its query, header or body, and no value of an answer. l says how it ended.
func (h *Handler) log(r *http.Request, to target, l *invocation.Line) {
	if to.health {
		l.Level = slog.LevelDebug
	}
	if to.version != nil {
		l.Signature = to.version.contract.Signature()
	}
	l.Request = invocation.OfHTTP(r)
	l.Log(r.Context(), h.config.Logger)
}
