package nactotel

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/otlp"
)

// Traces are the spans of a program, as a signal that is sent to a collector.
type Traces struct {
	provider *sdktrace.TracerProvider
	sent     *spanExporter // nil: they are sent nowhere
}

// Names of variables that are read in several places.
const (
	queueSize = "OTEL_BSP_MAX_QUEUE_SIZE"
	batchSize = "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"
)

// Kind implements [otlp.Signal]. What the SDK reads by itself is only checked here, since it goes on with a default where a value is wrong.
func (*Traces) Kind() otlp.Kind {
	return otlp.Kind{Name: "traces", Items: "spans", None: "which keeps traces to the log and to the upstreams that are told", Check: checkQueue, Variables: []otlp.Variable{
		{Name: "OTEL_TRACES_SAMPLER", Fallback: "parentbased_always_on", About: "which calls are recorded: always_on, always_off or traceidratio; with parentbased_ before it, as the caller's trace has it",
			Check: otlp.OneOf("always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off", "parentbased_traceidratio")},
		{Name: "OTEL_TRACES_SAMPLER_ARG", About: "the part of traceidratio, from 0 to 1", Check: isRatio},
		{Name: "OTEL_PROPAGATORS", Fallback: "tracecontext", About: "tracecontext, which is the one that there is", Check: isPropagator},
		{Name: "OTEL_BSP_SCHEDULE_DELAY", Fallback: "5000", About: "how long a span waits for others, in ms", Check: otlp.Count(0)},
		{Name: "OTEL_BSP_EXPORT_TIMEOUT", Fallback: "30000", About: "how long it is tried to send a batch, in ms", Check: otlp.Count(1)},
		{Name: queueSize, Fallback: "2048", About: "spans that wait at most; further ones are lost", Check: otlp.Count(1)},
		{Name: batchSize, Fallback: "512", About: "spans in a batch at most", Check: otlp.Count(1)},
		{Name: "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", Fallback: "128", About: "attributes of a span at most", Check: otlp.Count(1)},
		{Name: "OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", About: "characters of a text in them at most", Check: otlp.Count(1)},
		{Name: "OTEL_SPAN_EVENT_COUNT_LIMIT", Fallback: "128", About: "events of a span at most", Check: otlp.Count(1)},
	}}
}

func checkQueue(values otlp.Values) error {
	if values.Number(batchSize) > values.Number(queueSize) {
		return fmt.Errorf("%s must be at most %s", batchSize, queueSize)
	}
	return nil
}

func isRatio(text string) error {
	if part, err := strconv.ParseFloat(text, 64); err != nil || !(part >= 0 && part <= 1) {
		return errors.New("is not a number from 0 to 1")
	}
	return nil
}

// isPropagator also takes the default of the specification. Baggage is handed on by nobody here.
func isPropagator(text string) error {
	if text == "tracecontext,baggage" {
		return nil
	}
	return otlp.OneOf("tracecontext")(text)
}

// Open implements [otlp.Signal].
func (t *Traces) Open(with otlp.Opened) error {
	about := make([]attribute.KeyValue, len(with.Resource))
	for i, a := range with.Resource {
		about[i] = attribute.String(a.Name, a.Value)
	}
	of, err := resource.New(context.Background(), resource.WithTelemetrySDK(), resource.WithAttributes(about...))
	if err != nil {
		return fmt.Errorf("what traces say of the program: %w", err)
	}
	options := []sdktrace.TracerProviderOption{sdktrace.WithResource(of)}
	if with.Exporter != nil {
		t.sent = &spanExporter{Exporter: with.Exporter, room: int64(with.Values.Number(queueSize) + with.Values.Number(batchSize))}
		options = append(options, sdktrace.WithSpanProcessor(counted{sdktrace.NewBatchSpanProcessor(t.sent), t.sent}))
	}
	t.provider = sdktrace.NewTracerProvider(options...)
	return nil
}

// Observer returns what makes the spans; nil: the operator wants none.
func (t *Traces) Observer() nact.Observer {
	if t.provider == nil {
		return nil
	}
	return New(t.provider)
}

// End implements [otlp.Signal]. No spans are made any more.
func (t *Traces) End(ctx context.Context) {
	if t.sent == nil {
		t.provider.Shutdown(ctx) // it has nothing to send, and so no error
		return
	}
	t.sent.Hurry()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.sent.Lost(0, fmt.Errorf("not all were sent before the program ends: %w", err))
	}
	t.sent.overflow(0)
	t.sent.Close()
}
