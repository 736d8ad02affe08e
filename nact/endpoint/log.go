package endpoint

import (
	"log/slog"
	"net/http"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Sizes of what a client has a say in, in bytes of a log line at most.
const (
	loggedMethod = 16
	loggedPath   = 256
)

// log writes one line about a request: nothing of its query, header or body, and no value of an answer. l says how it ended.
func (h *Handler) log(r *http.Request, to target, l *invocation.Line) {
	if to.health {
		l.Level = slog.LevelDebug
	}
	if to.version != nil {
		l.Signature = to.version.contract.Signature()
	}
	l.Request[0] = slog.String("method", nact.Printable(r.Method, loggedMethod))
	l.Request[1] = slog.String("path", nact.Printable(r.URL.EscapedPath(), loggedPath))
	l.Log(r.Context(), h.config.Logger)
}
