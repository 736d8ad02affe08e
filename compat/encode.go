package compat

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MarshalJSON implements [json.Marshaler] with [Signature.AppendJSON]. Package json escapes < > & in what it gets: for
// the bytes themselves call AppendJSON.
func (s Signature) MarshalJSON() ([]byte, error) { return s.AppendJSON(nil), nil }

// AppendJSON appends the signature as a generated service publishes it, byte for byte: members in one fixed order,
// without blanks, everything spelled out that a reader may assume. Text that is not UTF-8 gets U+FFFD in its place.
func (s *Signature) AppendJSON(b []byte) []byte { return s.appendJSON(b, true) }

func (s *Signature) appendJSON(b []byte, current bool) []byte {
	o := newObject(b)
	o.text("toolId", strings.ToLower(s.ToolID))
	o.text("name", s.Name)
	o.text("description", s.Description)
	if s.Img != "" {
		o.text("img", s.Img)
	}
	o.int("version", int64(s.Version))
	if current {
		o.int("currentVersion", int64(s.CurrentVersion))
	}
	list(o, "tags", s.Tags, func(b []byte, tag *string) []byte { return appendString(b, *tag) })
	list(o, "input_parameters", s.Inputs, appendInput)
	list(o, "output_parameters", s.Outputs, appendOutput)
	return o.end()
}

func appendInput(b []byte, in *Input) []byte {
	o := newObject(b)
	o.text("id", in.ID)
	o.text("name", in.Name)
	o.text("type", typeOf(in.Type))
	o.text("description", in.Description)
	o.value("required", in.Required())
	if in.Min != nil {
		o.int("min", *in.Min)
	}
	if limit, limited := in.Maximum(); limited {
		o.int("max", limit)
	}
	if in.MaxLength > 0 {
		o.int("max-length", in.MaxLength)
	}
	o.allowed(in.AllowedValues)
	if in.Format != "" {
		o.text("format", in.Format)
	}
	if in.Default != nil {
		o.value("default", in.Default)
	}
	if len(in.Examples) > 0 {
		list(o, "examples", in.Examples, func(b []byte, v *any) []byte { return appendValue(b, *v) })
	}
	return o.end()
}

func appendOutput(b []byte, out *Output) []byte {
	o := newObject(b)
	o.text("id", out.ID)
	o.text("name", out.Name)
	o.text("type", typeOf(out.Type))
	o.text("description", out.Description)
	o.allowed(out.AllowedValues)
	return o.end()
}

// object appends the members of one JSON object, in the order of the calls.
type object struct {
	b     []byte
	empty bool
}

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

func (o *object) value(name string, value any) {
	o.key(name)
	o.b = appendValue(o.b, value)
}

func (o *object) allowed(values []AllowedValue) {
	if len(values) == 0 {
		return
	}
	list(o, "allowed-values", values, func(b []byte, v *AllowedValue) []byte {
		value := newObject(b)
		value.text("name", v.Name)
		value.text("description", v.Description)
		return value.end()
	})
}

// list appends a member with an array, each element of which element appends.
func list[E any](o *object, name string, elements []E, element func(b []byte, e *E) []byte) {
	o.key(name)
	o.b = append(o.b, '[')
	for i := range elements {
		if i > 0 {
			o.b = append(o.b, ',')
		}
		o.b = element(o.b, &elements[i])
	}
	o.b = append(o.b, ']')
}

// appendValue appends a default or an example. What is none of the types that they have is written as encoding/json
// writes it, or as null.
func appendValue(b []byte, value any) []byte {
	switch value := value.(type) {
	case string:
		return appendString(b, value)
	case int64:
		return strconv.AppendInt(b, value, 10)
	case bool:
		return strconv.AppendBool(b, value)
	}
	other, err := json.Marshal(value)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, other...)
}

// appendString appends a JSON string. The escapes are decided here and not left to encoding/json, whose choice differs
// between releases of Go: hashes depend on them.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s { // bytes that are not UTF-8 come as U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r < ' ':
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
