package nactotel

import (
	"context"
	"errors"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/nactgen/nactgen/nact"
)

// Bounds of texts that others have a say in, in bytes.
const (
	longestText    = 1 << 10
	longestSession = 128
)

// called returns the attributes of a call that begins, which may be that of a request.
func called(call nact.Called, request *nact.Request) []attribute.KeyValue {
	list := append(make([]attribute.KeyValue, 0, 16),
		attribute.String("gen_ai.operation.name", "execute_tool"),
		attribute.String("gen_ai.tool.name", call.Signature.Name),
		attribute.Int("nactgen.tool.version", call.Signature.Version),
		attribute.String("nactgen.face", call.Face),
	)
	if request != nil {
		list = append(list, attribute.String("nactgen.request_id", request.ID()))
	}
	if call.Route != "" {
		list = append(list, attribute.String("http.request.method", "POST"), attribute.String("http.route", call.Route))
	}
	if call.Face != "mcp" {
		return list
	}
	transport := "pipe"
	if call.Route != "" {
		transport = "tcp"
	}
	list = append(list, attribute.String("mcp.method.name", "tools/call"), attribute.String("network.transport", transport))
	if call.Protocol != "" {
		list = append(list, attribute.String("mcp.protocol.version", call.Protocol))
	}
	if call.Session != "" {
		list = append(list, attribute.String("mcp.session.id", nact.Printable(call.Session, longestSession)))
	}
	return list
}

// endCall says what a call came to.
func endCall(span trace.Span, end *nact.Ending) {
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(ended(end)...)
	switch end.Outcome {
	case nact.Faulted:
		var fault *nact.Fault
		class := nact.Internal
		if errors.As(end.Err, &fault) {
			class = fault.Kind
		}
		failAs(span, class.String(), end.Err)
	case nact.Violated, nact.Refused:
		failAs(span, string(end.Outcome), nil)
	}
}

// ended returns the attributes of a call that has ended.
func ended(end *nact.Ending) []attribute.KeyValue {
	list := append(make([]attribute.KeyValue, 0, 8), attribute.String("nactgen.outcome", string(end.Outcome)))
	if end.Status != 0 {
		list = append(list, attribute.Int("http.response.status_code", end.Status))
	}
	if end.Failure != "" {
		list = append(list, attribute.String("nactgen.failure", end.Failure))
	}
	if end.Outcome == nact.Refused && end.Reason != "" {
		list = append(list, attribute.String("nactgen.reason", end.Reason))
	}
	if end.Replayed {
		list = append(list, attribute.Bool("nactgen.replayed", true))
	}
	if end.DryRun {
		list = append(list, attribute.Bool("nactgen.dry_run", true))
	}
	if len(end.Violations) > 0 {
		rules := make([]string, len(end.Violations))
		for i, v := range end.Violations {
			rules[i] = v.Rule
		}
		list = append(list, attribute.StringSlice("nactgen.violations", rules))
	}
	if writes, ok := end.Changes.(nact.Writes); ok {
		lines := make([]string, len(writes))
		for i, w := range writes {
			w.Err = nil // for the log alone
			lines[i] = w.String()
		}
		list = append(list, attribute.StringSlice("nactgen.writes", lines))
	}
	return list
}

// requested returns the attributes of what a step calls with ctx.
func requested(ctx context.Context, request nact.Requested) []attribute.KeyValue {
	list := make([]attribute.KeyValue, 0, 4)
	if step, undoes := nact.StepOf(ctx); step != "" {
		list = append(list, attribute.String("nactgen.step", step))
		if undoes {
			list = append(list, attribute.Bool("nactgen.undo", true))
		}
	}
	if request.Function != "" {
		return append(list, attribute.String("nactgen.function", request.Function))
	}
	return append(list, attribute.String("nactgen.upstream", request.Upstream), attribute.String("nactgen.operation", request.Operation))
}

// attempted returns the attributes of an attempt that begins.
func attempted(attempt nact.Attempted) []attribute.KeyValue {
	list := append(make([]attribute.KeyValue, 0, 8),
		attribute.String("http.request.method", attempt.Method),
		attribute.String("nactgen.upstream", attempt.Upstream),
		attribute.String("nactgen.operation", attempt.Operation),
	)
	if attempt.Base != nil {
		port, err := strconv.Atoi(attempt.Base.Port())
		if err != nil {
			port = map[string]int{"http": 80, "https": 443}[attempt.Base.Scheme]
		}
		list = append(list, attribute.String("server.address", attempt.Base.Hostname()), attribute.Int("server.port", port))
	}
	if attempt.Number > 1 {
		list = append(list, attribute.Int("http.request.resend_count", attempt.Number-1))
	}
	return list
}

// endAttempt says what an attempt came to.
func endAttempt(span trace.Span, end nact.Attempt) {
	if !span.IsRecording() {
		return
	}
	if end.Status != 0 {
		span.SetAttributes(attribute.Int64("http.response.status_code", end.Status))
	}
	if end.Cached {
		span.SetAttributes(attribute.Bool("nactgen.cached", true))
	}
	fail(span, end.Err)
}

// happened returns the attributes of an event.
func happened(e nact.Event) []attribute.KeyValue {
	list := make([]attribute.KeyValue, 0, 4)
	if e.By != "" {
		list = append(list, attribute.String("nactgen.by", e.By))
	}
	if e.Host != "" {
		list = append(list, attribute.String("nactgen.host", e.Host))
	}
	if e.Wait > 0 {
		list = append(list, attribute.Int64("nactgen.wait_ms", e.Wait.Milliseconds()))
	}
	return list
}

// errorType returns the class of an error: the status that an upstream has answered, or the kind of the fault.
func errorType(err error) string {
	var fault *nact.Fault
	switch {
	case errors.As(err, &fault) && fault.UpstreamStatus != 0:
		return strconv.Itoa(fault.UpstreamStatus)
	case fault != nil:
		return fault.Kind.String()
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return nact.Internal.String()
}
