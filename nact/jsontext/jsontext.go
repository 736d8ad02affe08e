// Package jsontext reads JSON, and appends it to bytes. The choice of escapes and the order of
// members are decided here and by the caller, so that the bytes of what is
// written stay the same with every release of Go: those of signatures are hashed.
//
//	o := jsontext.NewObject(nil)
//	o.Text("name", "City")
//	o.Int("max", 9)
//	o.End() // {"name":"City","max":9}
package jsontext

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendString appends s as a JSON string. Unlike encoding/json it leaves < > &
// as they are, which a model reads better. What is not UTF-8 becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	plain := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plainBytes[c] {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[plain:i]...), "\uFFFD"...)
				plain = i + 1
			}
			i += size
			continue
		}
		b = append(b, s[plain:i]...)
		i++
		plain = i
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
	return append(append(b, s[plain:]...), '"')
}

// plainBytes says which bytes stand in a JSON string as they are, whatever is beside them.
var plainBytes = func() (plain [256]bool) {
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		plain[c] = c != '"' && c != '\\'
	}
	return plain
}()

// Object appends the members of one JSON object, in the order of the calls.
type Object struct {
	b     []byte
	empty bool
}

// NewObject opens an object at the end of b.
func NewObject(b []byte) *Object { return &Object{b: append(b, '{'), empty: true} }

// End closes the object and returns the bytes with it.
func (o *Object) End() []byte { return append(o.b, '}') }

// key begins a member, whose value must be appended to b.
func (o *Object) key(name string) {
	if !o.empty {
		o.b = append(o.b, ',')
	}
	o.empty = false
	o.b = append(AppendString(o.b, name), ':')
}

// Text appends a member with a string.
func (o *Object) Text(name, value string) {
	o.key(name)
	o.b = AppendString(o.b, value)
}

// Int appends a member with a number.
func (o *Object) Int(name string, value int64) {
	o.key(name)
	o.b = strconv.AppendInt(o.b, value, 10)
}

// Bool appends a member with a boolean.
func (o *Object) Bool(name string, value bool) {
	o.key(name)
	o.b = strconv.AppendBool(o.b, value)
}

// JSON appends a member with a value that is JSON already.
func (o *Object) JSON(name, value string) {
	o.key(name)
	o.b = append(o.b, value...)
}

// Value appends a member with what [AppendValue] takes.
func (o *Object) Value(name string, value any) {
	o.key(name)
	o.b = AppendValue(o.b, value)
}

// Object appends a member with an object, to which members appends the members.
func (o *Object) Object(name string, members func(*Object)) {
	o.key(name)
	inner := NewObject(o.b)
	members(inner)
	o.b = inner.End()
}

// List appends a member with an array of n elements. element appends the one of an index to b.
func (o *Object) List(name string, n int, element func(b []byte, i int) []byte) {
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

// Append appends a member with a value that is JSON, which value appends to b.
func (o *Object) Append(name string, value func(b []byte) []byte) {
	o.key(name)
	o.b = value(o.b)
}

// OpenList begins a member with an array, and returns the bytes so far. The caller appends the elements, and closes the array and the object.
func (o *Object) OpenList(name string) []byte {
	o.key(name)
	return append(o.b, '[')
}

// AppendValue appends a string, an int64, a finite float64, a bool, a json.RawMessage or an []any of those, which is
// what inputs and outputs of tools can be. It panics on anything else.
func AppendValue(b []byte, value any) []byte {
	switch value := value.(type) {
	case string:
		return AppendString(b, value)
	case int64:
		return strconv.AppendInt(b, value, 10)
	case float64:
		return AppendNumber(b, value)
	case bool:
		return strconv.AppendBool(b, value)
	case json.RawMessage:
		return append(b, value...)
	case []any:
		b = append(b, '[')
		for i, element := range value {
			if i > 0 {
				b = append(b, ',')
			}
			b = AppendValue(b, element)
		}
		return append(b, ']')
	}
	panic(fmt.Sprintf("jsontext: a value of type %T", value))
}

// AppendNumber appends a finite number with as few digits as tell it from all others: 12.5, 80, 1e+21. It has an exponent only where it would have
// more than 21 digits before the point or six zeros behind it.
func AppendNumber(b []byte, n float64) []byte {
	const least, most = 1e-6, 1e21
	format := byte('f')
	if size := math.Abs(n); size != 0 && (size < least || size >= most) {
		format = 'e'
	}
	return strconv.AppendFloat(b, n, format, -1, 64)
}
