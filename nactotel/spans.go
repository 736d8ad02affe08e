package nactotel

import (
	"context"
	"errors"
	"sync/atomic"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"github.com/nactgen/nactgen/nact/otlp"
)

// spanExporter sends spans to a collector.
type spanExporter struct {
	*otlp.Exporter
	room          int64        // for spans that wait, and those of a batch
	ended, handed atomic.Int64 // spans that are to be sent, and those that got here, or were found to be lost before
}

// ExportSpans sends a batch, as often as that may help, until ctx is done.
func (e *spanExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	e.handed.Add(int64(len(spans)))
	e.overflow(e.room)
	e.Send(ctx, encode(spans), len(spans))
	return nil
}

// overflow counts spans that have ended and were not handed on, beyond those that may still wait: the SDK drops them when it has no room.
func (e *spanExporter) overflow(waiting int64) {
	if lost := e.ended.Load() - e.handed.Load() - waiting; lost > 0 {
		e.handed.Add(lost)
		e.Lost(int(lost), errQueue)
	}
}

var errQueue = errors.New("more spans end than are sent, and there is no room for them")

// Shutdown implements [sdktrace.SpanExporter].
func (*spanExporter) Shutdown(context.Context) error { return nil }

// counted is what hands spans on to an exporter, which it tells how many there are.
type counted struct {
	sdktrace.SpanProcessor
	sent *spanExporter
}

// OnEnd implements [sdktrace.SpanProcessor].
func (c counted) OnEnd(s sdktrace.ReadOnlySpan) {
	if s.SpanContext().IsSampled() {
		c.sent.ended.Add(1)
	}
	c.SpanProcessor.OnEnd(s)
}
