package nactotel

import (
	"encoding/binary"
	"math"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// encode returns spans as an ExportTraceServiceRequest of OTLP, in the binary format of Protocol Buffers. All of them are of one resource. The numbers of
// fields are those of opentelemetry/proto/trace/v1/trace.proto and common/v1/common.proto.
func encode(spans []sdktrace.ReadOnlySpan) []byte {
	var request message
	request.message(1, func(m *message) { // ResourceSpans
		m.message(1, func(m *message) { m.attributes(1, spans[0].Resource().Attributes()) })
		for len(spans) > 0 {
			of := 1
			for of < len(spans) && spans[of].InstrumentationScope() == spans[0].InstrumentationScope() {
				of++
			}
			m.message(2, func(m *message) { m.scope(spans[0].InstrumentationScope(), spans[:of]) })
			spans = spans[of:]
		}
	})
	return request
}

// message is a message of Protocol Buffers, to which fields are appended by their numbers. What has the default value of its type is left out.
type message []byte

// Wire types of fields.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

func (m *message) tag(field, wire uint64) { *m = binary.AppendUvarint(*m, field<<3|wire) }

func (m *message) varint(field, value uint64) {
	if value != 0 {
		m.tag(field, wireVarint)
		*m = binary.AppendUvarint(*m, value)
	}
}

func (m *message) fixed64(field, value uint64) {
	m.tag(field, wireFixed64)
	*m = binary.LittleEndian.AppendUint64(*m, value)
}

func (m *message) fixed32(field uint64, value uint32) {
	m.tag(field, wireFixed32)
	*m = binary.LittleEndian.AppendUint32(*m, value)
}

func (m *message) bytes(field uint64, value []byte) {
	m.tag(field, wireBytes)
	*m = append(binary.AppendUvarint(*m, uint64(len(value))), value...)
}

func (m *message) text(field uint64, value string) {
	if value != "" {
		m.bytes(field, []byte(value))
	}
}

// message appends a message within m, also if it is empty.
func (m *message) message(field uint64, fill func(*message)) {
	var inner message
	fill(&inner)
	m.bytes(field, inner)
}

// scope appends the fields of ScopeSpans.
func (m *message) scope(of instrumentation.Scope, spans []sdktrace.ReadOnlySpan) {
	m.message(1, func(m *message) {
		m.text(1, of.Name)
		m.text(2, of.Version)
	})
	for _, s := range spans {
		m.message(2, func(m *message) { m.span(s) })
	}
	m.text(3, of.SchemaURL)
}

// span appends the fields of Span.
func (m *message) span(s sdktrace.ReadOnlySpan) {
	m.place(1, s.SpanContext())
	if parent := s.Parent(); parent.SpanID().IsValid() {
		id := parent.SpanID()
		m.bytes(4, id[:])
	}
	m.text(5, s.Name())
	m.varint(6, uint64(s.SpanKind())) // the numbers are the same
	m.fixed64(7, uint64(s.StartTime().UnixNano()))
	m.fixed64(8, uint64(s.EndTime().UnixNano()))
	m.attributes(9, s.Attributes())
	m.varint(10, uint64(s.DroppedAttributes()))
	for _, e := range s.Events() {
		m.message(11, func(m *message) {
			m.fixed64(1, uint64(e.Time.UnixNano()))
			m.text(2, e.Name)
			m.attributes(3, e.Attributes)
			m.varint(4, uint64(e.DroppedAttributeCount))
		})
	}
	m.varint(12, uint64(s.DroppedEvents()))
	for _, l := range s.Links() {
		m.message(13, func(m *message) {
			m.place(1, l.SpanContext)
			m.attributes(4, l.Attributes)
			m.varint(5, uint64(l.DroppedAttributeCount))
			m.fixed32(6, flags(l.SpanContext, l.SpanContext))
		})
	}
	m.varint(14, uint64(s.DroppedLinks()))
	if status := s.Status(); status.Code != codes.Unset {
		m.message(15, func(m *message) {
			m.text(2, status.Description)
			m.varint(3, statusCodes[status.Code])
		})
	}
	m.fixed32(16, flags(s.SpanContext(), s.Parent()))
}

// statusCodes are the codes as OTLP numbers them.
var statusCodes = map[codes.Code]uint64{codes.Ok: 1, codes.Error: 2}

// place appends the IDs of a span and of its trace, and the state of that, from a field on.
func (m *message) place(field uint64, c trace.SpanContext) {
	traceID, spanID := c.TraceID(), c.SpanID()
	m.bytes(field, traceID[:])
	m.bytes(field+1, spanID[:])
	m.text(field+2, c.TraceState().String())
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

// attributes appends a list of KeyValue.
func (m *message) attributes(field uint64, list []attribute.KeyValue) {
	for _, a := range list {
		m.message(field, func(m *message) {
			m.text(1, string(a.Key))
			m.message(2, func(m *message) { m.value(a.Value) })
		})
	}
}

// value appends the field of AnyValue.
func (m *message) value(v attribute.Value) {
	switch v.Type() {
	case attribute.BOOL:
		m.tag(2, wireVarint)
		*m = append(*m, boolByte[v.AsBool()])
	case attribute.INT64:
		m.tag(3, wireVarint)
		*m = binary.AppendUvarint(*m, uint64(v.AsInt64()))
	case attribute.FLOAT64:
		m.fixed64(4, math.Float64bits(v.AsFloat64()))
	case attribute.STRINGSLICE:
		m.message(5, func(m *message) {
			for _, text := range v.AsStringSlice() {
				m.message(1, func(m *message) { m.bytes(1, []byte(text)) })
			}
		})
	default: // text, and lists of the vendor's own spans
		m.bytes(1, []byte(v.String()))
	}
}

var boolByte = map[bool]byte{true: 1}

// rejected returns how many spans the collector has refused, by an ExportTraceServiceResponse, and why.
func rejected(response []byte) (count int64, why string) {
	fields(response, func(field uint64, _ uint64, partial []byte) {
		if field == 1 {
			fields(partial, func(field, number uint64, text []byte) {
				switch field {
				case 1:
					count = int64(number)
				case 2:
					why = string(text)
				}
			})
		}
	})
	return count, why
}

// fields calls f for each field of a message, with its number or its bytes, up to where the message is none.
func fields(m []byte, f func(field, number uint64, text []byte)) {
	for len(m) > 0 {
		tag, n := binary.Uvarint(m)
		if n <= 0 {
			return
		}
		m = m[n:]
		var number uint64
		var text []byte
		switch tag & 7 {
		case wireVarint:
			if number, n = binary.Uvarint(m); n <= 0 {
				return
			}
		case wireFixed64, wireFixed32:
			if n = map[uint64]int{wireFixed64: 8, wireFixed32: 4}[tag&7]; len(m) < n {
				return
			}
		case wireBytes:
			length, size := binary.Uvarint(m)
			if size <= 0 || length > uint64(len(m)-size) {
				return
			}
			text, n = m[size:size+int(length)], size+int(length)
		default:
			return
		}
		m = m[n:]
		f(tag>>3, number, text)
	}
}
