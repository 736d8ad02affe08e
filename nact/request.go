package nact

import (
	"context"
	"log/slog"
)

// Request is the context of a request to a service, and what tells its lines in the log from those of others. It never changes.
type Request struct {
	context.Context
	id      [1]string // as an array it becomes a header field without an allocation
	traceID string
}

// NewRequest returns a request whose parent context is ctx. traceID is the trace that the caller has begun, by W3C Trace Context; empty: none.
func NewRequest(ctx context.Context, id, traceID string) *Request {
	return &Request{Context: ctx, id: [1]string{id}, traceID: traceID}
}

// ID returns the ID of the request.
func (r *Request) ID() string { return r.id[0] }

// Field returns the ID as the values of a header field, which must not be changed.
func (r *Request) Field() []string { return r.id[:] }

type requestKey struct{}

// Value is that of a context.
func (r *Request) Value(key any) any {
	if key == (requestKey{}) {
		return r
	}
	return r.Context.Value(key)
}

// RequestOf returns the request that ctx is of, or nil.
func RequestOf(ctx context.Context) *Request {
	r, _ := ctx.Value(requestKey{}).(*Request)
	return r
}

// loggedCaller is how much of the ID of a caller stands in a line of the log at most, in bytes.
const loggedCaller = 256

// AppendRequest appends to the attributes of a line of the log of which request it is, if ctx is of one: request_id, in a trace trace_id, and caller where
// it is known who calls.
func AppendRequest(ctx context.Context, attrs []slog.Attr) []slog.Attr {
	r := RequestOf(ctx)
	if r == nil {
		return attrs
	}
	attrs = append(attrs, slog.String("request_id", r.ID()))
	if r.traceID != "" {
		attrs = append(attrs, slog.String("trace_id", r.traceID))
	}
	if c := CallerOf(ctx); c != nil {
		attrs = append(attrs, slog.String("caller", Printable(c.ID, loggedCaller)))
	}
	return attrs
}
