package endpoint

import (
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
)

// appendString appends s as a JSON string. Unlike encoding/json it leaves < > &
// as they are, which a model reads better. What is not UTF-8 becomes U+FFFD.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	plain := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[plain:i]...), "\uFFFD"...)
				plain = i + 1
			}
			i += size
			continue
		}
		if c < ' ' || c == '"' || c == '\\' {
			b = append(b, s[plain:i]...)
			plain = i + 1
			switch c {
			case '"', '\\':
				b = append(b, '\\', c)
			case '\n':
				b = append(b, '\\', 'n')
			case '\t':
				b = append(b, '\\', 't')
			case '\r':
				b = append(b, '\\', 'r')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
		}
		i++
	}
	return append(append(b, s[plain:]...), '"')
}

// object appends the members of one JSON object, in the order of the calls.
type object struct {
	b     []byte
	empty bool
}

// newObject opens an object at the end of b.
func newObject(b []byte) *object { return &object{b: append(b, '{'), empty: true} }

// end closes the object and returns the bytes with it.
func (o *object) end() []byte { return append(o.b, '}') }

// key begins a member, whose value must be appended to b.
func (o *object) key(name string) {
	if !o.empty {
		o.b = append(o.b, ',')
	}
	o.empty = false
	o.b = append(appendString(o.b, name), ':')
}

func (o *object) text(name, value string) {
	o.key(name)
	o.b = appendString(o.b, value)
}

func (o *object) int(name string, value int64) {
	o.key(name)
	o.b = strconv.AppendInt(o.b, value, 10)
}

func (o *object) bool(name string, value bool) {
	o.key(name)
	o.b = strconv.AppendBool(o.b, value)
}

// value appends a member with a value of an input or output.
func (o *object) value(name string, value any) {
	o.key(name)
	o.b = appendValue(o.b, value)
}

// list appends a member with an array of n elements, each of which element appends to its bytes.
func (o *object) list(name string, n int, element func(b []byte, i int) []byte) {
	o.key(name)
	o.b = append(o.b, '[')
	for i := range n {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = element(o.b, i)
	}
	o.b = append(o.b, ']')
}

// appendValue appends what package nact lets an input or an output be.
func appendValue(b []byte, value any) []byte {
	switch value := value.(type) {
	case string:
		return appendString(b, value)
	case int64:
		return strconv.AppendInt(b, value, 10)
	case bool:
		return strconv.AppendBool(b, value)
	case json.RawMessage:
		return append(b, value...)
	}
	panic("endpoint: no value that package nact lets through")
}

// appendAnswer appends the body that answers an invocation.
func appendAnswer(b []byte, values []nact.Value) []byte {
	o := newObject(b)
	o.list("output_parameters", len(values), func(b []byte, i int) []byte {
		output := newObject(b)
		output.text("name", values[i].Output.Name)
		output.value("value", values[i].Value)
		return output.end()
	})
	return o.end()
}
