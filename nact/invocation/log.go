package invocation

import (
	"context"
	"errors"
	"log/slog"

	"github.com/nactgen/nactgen/nact"
)

// Sizes of what an upstream has a say in, in bytes of a log line at most.
const (
	loggedFault = 1 << 10
	loggedCause = 8 << 10 // room for the stack of a panic
)

// logFault logs what an answer does not say: the cause of a fault. If the caller has left, there is none.
func (r *Runner) logFault(ctx context.Context, signature *nact.Signature, err error, writes []nact.Write) {
	if Gone(ctx) {
		return
	}
	attrs := []slog.Attr{
		slog.String("tool", signature.Name),
		slog.Int("version", signature.Version),
		slog.String("fault", nact.Printable(err.Error(), loggedFault)),
	}
	var fault *nact.Fault
	if errors.As(err, &fault) {
		if fault.UpstreamStatus != 0 {
			attrs = append(attrs, slog.Int("upstream_status", fault.UpstreamStatus))
		}
		if fault.Err != nil {
			attrs = append(attrs, slog.String("cause", nact.Printable(fault.Err.Error(), loggedCause)))
		}
	}
	if len(writes) > 0 {
		attrs = append(attrs, LogWrites(writes))
	}
	r.logger.LogAttrs(ctx, slog.LevelError, "invocation failed", attrs...)
}

// LogWrites are writes as the log has them.
func LogWrites(writes []nact.Write) slog.Attr {
	lines := make([]string, len(writes))
	for i, w := range writes {
		lines[i] = nact.Printable(w.String(), loggedCause)
	}
	return slog.Any("writes", lines)
}
