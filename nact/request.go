package nact

import (
	"context"
	"log/slog"
	"strings"
)

// Request is the context of a request to a service, and what tells its lines in the log from those of others. But for its trace it never changes.
type Request struct {
	context.Context
	id    [1]string // as an array it becomes a header field without an allocation
	trace Trace
}

// NewRequest returns a request whose parent context is ctx. trace is that of the caller.
func NewRequest(ctx context.Context, id string, trace Trace) *Request {
	return &Request{Context: ctx, id: [1]string{id}, trace: trace}
}

// ID returns the ID of the request.
func (r *Request) ID() string { return r.id[0] }

// Field returns the ID as the values of a header field, which must not be changed.
func (r *Request) Field() []string { return r.id[:] }

// Trace returns the place of the request in a trace.
func (r *Request) Trace() Trace { return r.trace }

// SetTrace sets it. It must not be called once what is asked for has begun: it is an [Observer] that does, of whose Call the log then has the span.
func (r *Request) SetTrace(t Trace) { r.trace = t }

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

// AppendRequest appends to the attributes of a line of the log of which request it is, if ctx is of one: request_id, in a trace trace_id, span_id
// where the service has a span of its own, and caller where it is known who calls.
func AppendRequest(ctx context.Context, attrs []slog.Attr) []slog.Attr {
	r := RequestOf(ctx)
	if r == nil {
		return attrs
	}
	attrs = append(attrs, slog.String("request_id", r.ID()))
	if r.trace.Parent != "" {
		attrs = append(attrs, slog.String("trace_id", r.trace.ID()))
	}
	if r.trace.Own {
		attrs = append(attrs, slog.String("span_id", r.trace.Span()))
	}
	if c := CallerOf(ctx); c != nil {
		attrs = append(attrs, slog.String("caller", Printable(c.ID, loggedCaller)))
	}
	return attrs
}

// Trace is the place of something in a trace, by W3C Trace Context: what a caller has said, or what an upstream is told. The zero Trace is in none.
type Trace struct {
	Parent string // the field traceparent, well-formed
	State  string // the field tracestate, as it came; may be empty
	Own    bool   // Parent names the span of the service's own. Otherwise it is the caller's
}

// NewTrace returns the trace that a caller names by the fields traceparent and tracestate; none if traceparent is no such field.
func NewTrace(parent, state string) Trace {
	if !isTraceParent(parent) {
		return Trace{}
	}
	return Trace{Parent: parent, State: state}
}

// ID returns the ID of the trace: 32 hexadecimal digits, or an empty string.
func (t Trace) ID() string { return cut(t.Parent, traceID, parentID-1) }

// Span returns the ID of the span that Parent names: 16 hexadecimal digits, or an empty string.
func (t Trace) Span() string { return cut(t.Parent, parentID, traceFlags-1) }

// Where the parts of a field traceparent stand, as in 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.
const (
	traceID    = 3
	parentID   = 36
	traceFlags = 53
	traceEnd   = 55 // of the version 00; later ones may go on
)

func cut(parent string, from, to int) string {
	if len(parent) < to {
		return ""
	}
	return parent[from:to]
}

func isTraceParent(field string) bool {
	if len(field) < traceEnd || len(field) > traceEnd && (field[:2] == "00" || field[traceEnd] != '-') {
		return false
	}
	version, trace, parent, flags := field[:traceID-1], field[traceID:parentID-1], field[parentID:traceFlags-1], field[traceFlags:traceEnd]
	dashes := field[traceID-1] == '-' && field[parentID-1] == '-' && field[traceFlags-1] == '-'
	return dashes && version != "ff" && isHex(version+trace+parent+flags) && !isZero(trace) && !isZero(parent)
}

func isHex(text string) bool  { return strings.Trim(text, "0123456789abcdef") == "" }
func isZero(text string) bool { return strings.Trim(text, "0") == "" }
