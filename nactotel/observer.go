// Package nactotel tells OpenTelemetry what a service does: it makes a span of each call of a tool, of what its steps call, and of each attempt of that.
// Names and attributes are those of OpenTelemetry's semantic conventions where these have any, and begin with nactgen. otherwise. No span has anything of
// what callers give, tools answer, or upstreams are sent and answer.
package nactotel

import (
	"context"
	"errors"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/nactgen/nactgen/nact"
)

// scope is the name of what makes the spans.
const scope = "nactgen"

// New returns an observer that makes spans. A call is in the trace that its caller names, or else in one of its own.
func New(provider trace.TracerProvider) nact.Observer {
	return observer{provider.Tracer(scope)}
}

type observer struct{ tracer trace.Tracer }

// Call makes the span of a call. The log gets the IDs of the trace and of the span.
func (o observer) Call(ctx context.Context, call nact.Called) (context.Context, func(nact.Ending)) {
	request := nact.RequestOf(ctx)
	options := []trace.SpanStartOption{trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(called(call, request)...)}
	if request != nil {
		outer := trace.SpanContextFromContext(ctx)
		if caller := remote(request.Trace()); caller.IsValid() && caller.TraceID() != outer.TraceID() {
			ctx = trace.ContextWithRemoteSpanContext(ctx, caller)
			if outer.IsValid() {
				options = append(options, trace.WithLinks(trace.Link{SpanContext: outer}))
			}
		}
	}
	name := "execute_tool "
	if call.Face == "mcp" {
		name = "tools/call "
	}
	ctx, span := o.tracer.Start(ctx, name+call.Signature.Name, options...)
	if request != nil {
		request.SetTrace(place(span, true))
	}
	return ctx, func(end nact.Ending) {
		endCall(span, &end)
		span.End()
	}
}

// Request makes the span of what a step calls.
func (o observer) Request(ctx context.Context, request nact.Requested) (context.Context, func(error)) {
	name := request.Operation
	if request.Function != "" {
		name = request.Function
	}
	ctx, span := o.tracer.Start(ctx, name, trace.WithAttributes(requested(ctx, request)...))
	return ctx, func(err error) {
		fail(span, err)
		span.End()
	}
}

// Attempt makes the span of an attempt.
func (o observer) Attempt(ctx context.Context, attempt nact.Attempted) (context.Context, func(nact.Attempt)) {
	ctx, span := o.tracer.Start(ctx, attempt.Method+" "+attempt.Operation, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attempted(attempt)...))
	if attempt.HandOn {
		ctx = nact.WithTrace(ctx, place(span, false))
	}
	return ctx, func(end nact.Attempt) {
		endAttempt(span, end)
		span.End()
	}
}

// Event adds an event to the span of ctx.
func (o observer) Event(ctx context.Context, e nact.Event) {
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		span.AddEvent("nactgen."+string(e.Kind), trace.WithAttributes(happened(e)...))
	}
}

// remote returns the span that a caller names.
func remote(t nact.Trace) trace.SpanContext {
	if t.Parent == "" {
		return trace.SpanContext{}
	}
	carrier := propagation.MapCarrier{"traceparent": t.Parent, "tracestate": t.State}
	return trace.SpanContextFromContext(propagation.TraceContext{}.Extract(context.Background(), carrier))
}

// place returns the place of a span in its trace.
func place(span trace.Span, own bool) nact.Trace {
	c := span.SpanContext()
	return nact.Trace{
		Parent: strings.Join([]string{"00", c.TraceID().String(), c.SpanID().String(), c.TraceFlags().String()}, "-"),
		State:  c.TraceState().String(), Own: own,
	}
}

// fail marks a span as that of something that went wrong, if it did. A failure that a tool declares is an answer.
func fail(span trace.Span, err error) {
	var declared *nact.Failure
	if err == nil || errors.As(err, &declared) {
		return
	}
	failAs(span, errorType(err), err)
}

// failAs is [fail] with another class of errors.
func failAs(span trace.Span, class string, err error) {
	description := ""
	var fault *nact.Fault
	if errors.As(err, &fault) { // what it says may be shown to the caller; any other error is for the log alone
		description = nact.Printable(fault.Error(), longestText)
	}
	span.SetAttributes(attribute.String("error.type", class))
	span.SetStatus(codes.Error, description)
}
