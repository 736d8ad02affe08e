package invocation

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/problem"
)

// Line is the line of the log about one request, whichever face it came through. It has nothing of what callers give and of what tools answer.
type Line struct {
	Request   [2]slog.Attr    // what is asked for, as the protocol of the face has it
	Level     slog.Level      // where nothing is wrong
	Status    int             // of HTTP
	Bytes     int             // of the answer's body
	Took      time.Duration   // from when the request was read to when its answer was written
	Signature *nact.Signature // of the tool that it is about; nil: it is about none
	Ending    nact.Ending     // of a call of the tool
	Lost      error           // the caller did not get the whole answer
	More      []slog.Attr     // what else there is to say
}

// OfHTTP returns how the log has a request of HTTP: nothing of its query and header.
func OfHTTP(r *http.Request) [2]slog.Attr {
	return [2]slog.Attr{slog.String("method", nact.Printable(r.Method, loggedMethod)), slog.String("path", nact.Printable(r.URL.EscapedPath(), loggedPath))}
}

// Refuse answers a request that what stands before the faces does not let through: with a problem document, an ID, and its [Line], of which it takes the
// level, the status and what more there is.
func (l *Line) Refuse(w http.ResponseWriter, r *http.Request, detail string, logger *slog.Logger) {
	start := time.Now()
	request := Identify(r.Context(), r.Header)
	w.Header()[FieldRequestID] = request.Field()
	l.Request, l.Bytes = OfHTTP(r), problem.Refuse(w, r, l.Status, detail)
	l.Took = time.Since(start)
	l.Log(request, logger)
}

// StatusGone is the status of a request whose client left before its answer. It is sent too, because without any status net/http sends
// 200, which a client that has only half closed its connection would believe.
const StatusGone = 499

// Attributes of a [Line] by which logs are filtered.
const (
	Message     = "request" // of each
	AttrOutcome = "outcome" // of a call: a [nact.Outcome]
)

// Sizes of what others have a say in, in bytes of a log line at most.
const (
	loggedMethod = 16
	loggedPath   = 256
	loggedFault  = 1 << 10
	loggedCause  = 8 << 10 // room for the stack of a panic
)

// Log writes a line.
func (l *Line) Log(ctx context.Context, logger *slog.Logger) {
	level := l.level()
	if !logger.Enabled(ctx, level) {
		return
	}
	attrs := append(make([]slog.Attr, 0, 16), l.Request[:]...)
	attrs = append(attrs, slog.Int("status", l.Status), slog.Float64("took_ms", milliseconds(l.Took)), slog.Int("bytes", l.Bytes))
	attrs = nact.AppendRequest(ctx, attrs)
	if l.Signature != nil {
		attrs = l.appendCall(attrs)
	}
	if l.Lost != nil {
		attrs = append(attrs, slog.String("undelivered", nact.Printable(l.Lost.Error(), loggedFault)))
	}
	if l.Ending.Changes != nil && level > slog.LevelInfo {
		attrs = append(attrs, LogChanges(l.Ending.Changes))
	}
	attrs = append(attrs, l.More...)
	line := slog.NewRecord(time.Now(), level, Message, 0) // without the place in this file, which takes as long to find out as all the rest
	line.AddAttrs(attrs...)
	_ = logger.Handler().Handle(ctx, line) // a Logger drops the error, too
}

func (l *Line) level() slog.Level {
	lost := l.Status == StatusGone || l.Lost != nil
	switch {
	case l.Ending.Err != nil:
		return slog.LevelError
	case lost && l.Ending.Changes != nil: // the caller does not know what it changed
		return slog.LevelWarn
	}
	return l.Level
}

// appendCall appends which tool it is about, and what a call of it came to.
func (l *Line) appendCall(attrs []slog.Attr) []slog.Attr {
	attrs = append(attrs, slog.String("tool", l.Signature.Name), slog.Int("version", l.Signature.Version))
	if l.Ending.Outcome != "" {
		attrs = append(attrs, slog.String(AttrOutcome, string(l.Ending.Outcome)))
	}
	if l.Ending.Failure != "" {
		attrs = append(attrs, slog.String("failure", l.Ending.Failure))
	}
	if l.Ending.Outcome == nact.Refused && l.Ending.Reason != "" {
		attrs = append(attrs, slog.String("reason", l.Ending.Reason))
	}
	if l.Ending.Replayed {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	if l.Ending.DryRun {
		attrs = append(attrs, slog.Bool("dry_run", true))
	}
	if l.Ending.Err == nil {
		return attrs
	}
	attrs = append(attrs, slog.String("fault", nact.Printable(l.Ending.Err.Error(), loggedFault)))
	var fault *nact.Fault
	if errors.As(l.Ending.Err, &fault) {
		if fault.UpstreamStatus != 0 {
			attrs = append(attrs, slog.Int("upstream_status", fault.UpstreamStatus))
		}
		if fault.Err != nil {
			attrs = append(attrs, slog.String("cause", nact.Printable(fault.Err.Error(), loggedCause)))
		}
	}
	return attrs
}

// milliseconds returns a duration in milliseconds, to the microsecond.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// LogChanges returns what an invocation changed, as an attribute for the log.
func LogChanges(changes nact.Changes) slog.Attr {
	lines := changes.Lines()
	for i, line := range lines {
		lines[i] = nact.Printable(line, loggedCause)
	}
	return slog.Any("writes", lines)
}
