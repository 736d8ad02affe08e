package server

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
)

// SampleLog returns a log that leaves out most of the calls that succeeded: of so many it has one, the first. All else it has.
func SampleLog(log slog.Handler, of int) slog.Handler {
	return sampleHandler{log, uint64(of), new(atomic.Uint64)}
}

// sampleHandler is what [SampleLog] returns.
type sampleHandler struct {
	slog.Handler
	each      uint64
	succeeded *atomic.Uint64
}

func (h sampleHandler) Handle(ctx context.Context, r slog.Record) error {
	if isSuccess(r) && (h.succeeded.Add(1)-1)%h.each != 0 {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// isSuccess reports whether a line is that of a call that succeeded, and of which nothing further is to be said.
func isSuccess(r slog.Record) bool {
	if r.Level > slog.LevelInfo || r.Message != invocation.Message {
		return false
	}
	success := false
	r.Attrs(func(a slog.Attr) bool {
		if a.Key != invocation.AttrOutcome {
			return true
		}
		success = a.Value.String() == string(nact.Succeeded)
		return false
	})
	return success
}

func (h sampleHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	h.Handler = h.Handler.WithAttrs(attrs)
	return h
}

func (h sampleHandler) WithGroup(name string) slog.Handler {
	h.Handler = h.Handler.WithGroup(name)
	return h
}
