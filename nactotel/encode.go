package nactotel

import (
	"math"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/nactgen/nactgen/nact/otlp"
)

// encode returns spans as an ExportTraceServiceRequest of OTLP, in the binary format of Protocol Buffers. All of them are of one resource. The numbers of
// fields are those of opentelemetry/proto/trace/v1/trace.proto and common/v1/common.proto.
func encode(spans []sdktrace.ReadOnlySpan) []byte {
	var request otlp.Message
	request.Message(1, func(m *otlp.Message) { // ResourceSpans
		m.Message(1, func(m *otlp.Message) { addAttributes(m, 1, spans[0].Resource().Attributes()) })
		for len(spans) > 0 {
			of := 1
			for of < len(spans) && spans[of].InstrumentationScope() == spans[0].InstrumentationScope() {
				of++
			}
			m.Message(2, func(m *otlp.Message) { addScope(m, spans[0].InstrumentationScope(), spans[:of]) })
			spans = spans[of:]
		}
	})
	return request
}

// addScope appends the fields of ScopeSpans.
func addScope(m *otlp.Message, of instrumentation.Scope, spans []sdktrace.ReadOnlySpan) {
	m.Message(1, func(m *otlp.Message) {
		m.Text(1, of.Name)
		m.Text(2, of.Version)
	})
	for _, s := range spans {
		m.Message(2, func(m *otlp.Message) { addSpan(m, s) })
	}
	m.Text(3, of.SchemaURL)
}

// addSpan appends the fields of Span.
func addSpan(m *otlp.Message, s sdktrace.ReadOnlySpan) {
	addPlace(m, 1, s.SpanContext())
	if parent := s.Parent(); parent.SpanID().IsValid() {
		id := parent.SpanID()
		m.Bytes(4, id[:])
	}
	m.Text(5, s.Name())
	m.Varint(6, uint64(s.SpanKind())) // the numbers are the same
	m.Fixed64(7, uint64(s.StartTime().UnixNano()))
	m.Fixed64(8, uint64(s.EndTime().UnixNano()))
	addAttributes(m, 9, s.Attributes())
	m.Varint(10, uint64(s.DroppedAttributes()))
	for _, e := range s.Events() {
		m.Message(11, func(m *otlp.Message) {
			m.Fixed64(1, uint64(e.Time.UnixNano()))
			m.Text(2, e.Name)
			addAttributes(m, 3, e.Attributes)
			m.Varint(4, uint64(e.DroppedAttributeCount))
		})
	}
	m.Varint(12, uint64(s.DroppedEvents()))
	for _, l := range s.Links() {
		m.Message(13, func(m *otlp.Message) {
			addPlace(m, 1, l.SpanContext)
			addAttributes(m, 4, l.Attributes)
			m.Varint(5, uint64(l.DroppedAttributeCount))
			m.Fixed32(6, flags(l.SpanContext, l.SpanContext))
		})
	}
	m.Varint(14, uint64(s.DroppedLinks()))
	if status := s.Status(); status.Code != codes.Unset {
		m.Message(15, func(m *otlp.Message) {
			m.Text(2, status.Description)
			m.Varint(3, statusCodes[status.Code])
		})
	}
	m.Fixed32(16, flags(s.SpanContext(), s.Parent()))
}

// statusCodes are the codes as OTLP numbers them.
var statusCodes = map[codes.Code]uint64{codes.Ok: 1, codes.Error: 2}

// addPlace appends the IDs of a span and of its trace, and the state of that, from a field on.
func addPlace(m *otlp.Message, field uint64, c trace.SpanContext) {
	traceID, spanID := c.TraceID(), c.SpanID()
	m.Bytes(field, traceID[:])
	m.Bytes(field+1, spanID[:])
	m.Text(field+2, c.TraceState().String())
}

// flags returns the flags of a span, beside which OTLP has whether what it points to is of another process.
func flags(c, other trace.SpanContext) uint32 {
	const known, remote = 1 << 8, 1 << 9
	bits := uint32(c.TraceFlags()) | known
	if other.IsRemote() {
		bits |= remote
	}
	return bits
}

// addAttributes appends a list of KeyValue.
func addAttributes(m *otlp.Message, field uint64, list []attribute.KeyValue) {
	for _, a := range list {
		m.Message(field, func(m *otlp.Message) {
			m.Text(1, string(a.Key))
			m.Message(2, func(m *otlp.Message) { addValue(m, a.Value) })
		})
	}
}

// addValue appends the field of AnyValue.
func addValue(m *otlp.Message, v attribute.Value) {
	switch v.Type() {
	case attribute.BOOL:
		m.VarintAlways(2, boolNumber[v.AsBool()])
	case attribute.INT64:
		m.VarintAlways(3, uint64(v.AsInt64()))
	case attribute.FLOAT64:
		m.Fixed64(4, math.Float64bits(v.AsFloat64()))
	case attribute.STRINGSLICE:
		m.Message(5, func(m *otlp.Message) {
			for _, text := range v.AsStringSlice() {
				m.Message(1, func(m *otlp.Message) { m.Bytes(1, []byte(text)) })
			}
		})
	default: // text, and lists of the vendor's own spans
		m.Bytes(1, []byte(v.String()))
	}
}

var boolNumber = map[bool]uint64{true: 1}
