package server

import (
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/health"
	"github.com/nactgen/nactgen/nact/problem"
)

// loggedText is how much of what a client made up stands in one field of the log at most, in bytes.
const loggedText = 256

// front stands before the handler of a service: it says whether the program is ready, and who may call at all.
type front struct {
	next    http.Handler
	access  access.Rules
	addr    net.Addr // where the program listens
	logger  *slog.Logger
	leaving atomic.Bool
}

// ServeHTTP answers health checks whatever host they are for: they come by address, and tell nothing.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case health.Ready:
		if f.leaving.Load() {
			problem.Refuse(w, r, http.StatusServiceUnavailable, "The service is about to end.")
			return
		}
	case health.Live:
	default:
		if status, detail := f.access.Refusal(r, f.addr); status != 0 {
			f.refuse(w, r, status, detail)
			return
		}
	}
	f.next.ServeHTTP(w, r)
}

func (f *front) refuse(w http.ResponseWriter, r *http.Request, status int, detail string) {
	problem.Refuse(w, r, status, detail)
	f.logger.LogAttrs(r.Context(), slog.LevelInfo, "request refused",
		slog.Int("status", status),
		slog.String("host", nact.Printable(r.Host, loggedText)),
		slog.String("origin", nact.Printable(r.Header.Get("Origin"), loggedText)),
	)
}
