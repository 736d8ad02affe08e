package mcp

import (
	"context"
	"log/slog"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Sizes of what a client has a say in, in bytes of a log line at most.
const (
	loggedMethod = 64
	loggedLost   = 1 << 10
)

// entry is what the log says of a message.
type entry struct {
	transport string // the address, or how else the message came
	method    string // of JSON-RPC
	status    int
	took      time.Duration
	call      *callResult // nil: no tool was called
	lost      error       // the client did not get the whole answer
}

// log writes one line about a message: nothing of its arguments, and no value of an answer.
func (h *Handler) log(ctx context.Context, e entry) {
	level := slog.LevelInfo
	lost := e.status == statusGone || e.lost != nil
	if lost && e.call != nil && e.call.changes != nil { // the caller does not know what it changed
		level = slog.LevelWarn
	}
	if !h.config.Logger.Enabled(ctx, level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 10),
		slog.String("path", e.transport),
		slog.String("rpc", nact.Printable(e.method, loggedMethod)),
		slog.Int("status", e.status),
		slog.Duration("duration", e.took),
	)
	if c := e.call; c != nil {
		attrs = append(attrs, slog.String("tool", c.signature.Name), slog.Int("version", c.signature.Version), slog.Bool("error", c.wrong))
		if c.failure != "" {
			attrs = append(attrs, slog.String("failure", c.failure))
		}
		if lost && c.changes != nil {
			attrs = append(attrs, invocation.LogChanges(c.changes))
		}
	}
	if e.lost != nil {
		attrs = append(attrs, slog.String("undelivered", nact.Printable(e.lost.Error(), loggedLost)))
	}
	line := slog.NewRecord(time.Now(), level, "request", 0) // without the place in this file: see package endpoint
	line.AddAttrs(attrs...)
	_ = h.config.Logger.Handler().Handle(ctx, line) // a Logger drops the error, too
}
