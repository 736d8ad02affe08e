package endpoint

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Sizes of what a client has a say in, in bytes of a log line at most.
const (
	loggedMethod = 16
	loggedPath   = 256
	loggedFault  = 1 << 10
)

// ending is how a request ended, for the log.
type ending struct {
	status int
	took   time.Duration
	err    error // the client did not get the whole answer
}

// log writes one line about a request: nothing of its query, header or body, and no value of an answer.
func (h *Handler) log(r *http.Request, to target, a *answer, end ending) {
	lost := end.status == statusGone || end.err != nil
	level := slog.LevelInfo
	switch {
	case to.health:
		level = slog.LevelDebug
	case lost && a.changes != nil: // the caller does not know what it changed
		level = slog.LevelWarn
	}
	if !h.config.Logger.Enabled(r.Context(), level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 10),
		slog.String("method", nact.Printable(r.Method, loggedMethod)),
		slog.String("path", nact.Printable(r.URL.EscapedPath(), loggedPath)),
		slog.Int("status", end.status),
		slog.Duration("duration", end.took),
	)
	if to.version != nil {
		signature := to.version.contract.Signature()
		attrs = append(attrs, slog.String("tool", signature.Name), slog.Int("version", signature.Version))
	}
	if a.failure != "" {
		attrs = append(attrs, slog.String("failure", a.failure))
	}
	if a.header[replayedField] != nil {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	if a.header[appliedField] != nil {
		attrs = append(attrs, slog.Bool("dry_run", true))
	}
	if end.err != nil {
		attrs = append(attrs, slog.String("undelivered", nact.Printable(end.err.Error(), loggedFault)))
	}
	if lost && a.changes != nil {
		attrs = append(attrs, invocation.LogChanges(a.changes))
	}
	line := slog.NewRecord(time.Now(), level, "request", 0) // without the place in this file, which takes as long to find out as all the rest
	line.AddAttrs(attrs...)
	_ = h.config.Logger.Handler().Handle(r.Context(), line) // a Logger drops the error, too
}
