// Package otlp sends what a program tells of itself to a collector of OpenTelemetry, by OTLP over HTTP: it has the messages, which are written field by field,
// what carries them, and the variables of the environment by which an operator says where they go. Metrics it sends itself; what needs modules, as spans do,
// is a [Signal] of another package.
package otlp

import "encoding/binary"

// Message is a message of Protocol Buffers, to which fields are appended by their numbers. What has the default value of its type is left out, unless a method
// says otherwise.
type Message []byte

// Wire types of fields.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

func (m *Message) tag(field, wire uint64) { *m = binary.AppendUvarint(*m, field<<3|wire) }

// Varint appends a number.
func (m *Message) Varint(field, value uint64) {
	if value != 0 {
		m.VarintAlways(field, value)
	}
}

// VarintAlways appends a number, also 0.
func (m *Message) VarintAlways(field, value uint64) {
	m.tag(field, wireVarint)
	*m = binary.AppendUvarint(*m, value)
}

// Fixed64 appends a number of 64 bits, also 0.
func (m *Message) Fixed64(field, value uint64) {
	m.tag(field, wireFixed64)
	*m = binary.LittleEndian.AppendUint64(*m, value)
}

// Fixed32 appends a number of 32 bits, also 0.
func (m *Message) Fixed32(field uint64, value uint32) {
	m.tag(field, wireFixed32)
	*m = binary.LittleEndian.AppendUint32(*m, value)
}

// Packed64 appends a list of numbers of 64 bits.
func (m *Message) Packed64(field uint64, values []uint64) {
	packed := make([]byte, 0, 8*len(values))
	for _, v := range values {
		packed = binary.LittleEndian.AppendUint64(packed, v)
	}
	m.Bytes(field, packed)
}

// Bytes appends bytes, also if there are none.
func (m *Message) Bytes(field uint64, value []byte) {
	m.tag(field, wireBytes)
	*m = append(binary.AppendUvarint(*m, uint64(len(value))), value...)
}

// Text appends a text.
func (m *Message) Text(field uint64, value string) {
	if value != "" {
		m.Bytes(field, []byte(value))
	}
}

// Message appends a message within m, also if it is empty.
func (m *Message) Message(field uint64, fill func(*Message)) {
	var inner Message
	fill(&inner)
	m.Bytes(field, inner)
}

// Attribute appends a KeyValue whose value is a text.
func (m *Message) Attribute(field uint64, name, value string) {
	m.Message(field, func(m *Message) {
		m.Text(1, name)
		m.Message(2, func(m *Message) { m.Bytes(1, []byte(value)) })
	})
}

// rejected returns how much of a request the collector has refused, by its answer, and why. The answers to all signals have that in the same fields.
func rejected(answer []byte) (count int64, why string) {
	fields(answer, func(field uint64, _ uint64, partial []byte) {
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
