package nact

import "context"

type traceKey struct{}

// WithTrace returns a context in which upstreams that are to know of it are told of a trace.
func WithTrace(ctx context.Context, t Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// TraceOf returns the trace of which upstreams are told in ctx.
func TraceOf(ctx context.Context) Trace {
	t, _ := ctx.Value(traceKey{}).(Trace)
	return t
}
