package draft

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/signature"
	"github.com/nactgen/nactgen/spec"
)

// input is an input of a tool.
type input struct {
	nact.Input
	values []enumValue // of an enum, in the document's order
}

// typeOf gives an input the type and the limits of a schema.
func (in *input) typeOf(s *spec.Schema, said string) {
	in.Type = nact.String
	switch s.Kind {
	case spec.Integer:
		in.Type = nact.Int
		in.Min, in.Max = bounds(s)
	case spec.Boolean:
		in.Type = nact.Boolean
	case spec.Number:
		in.MaxLength = 40
	case spec.String, spec.Any:
		if in.values = enumOf(s, said); len(in.values) > 0 {
			in.Type = nact.Enum
			for _, v := range in.values {
				in.AllowedValues = append(in.AllowedValues, nact.AllowedValue{Name: v.name, Description: v.means})
			}
			return
		}
		if s.MaxLength != nil && *s.MaxLength > 0 && *s.MaxLength < math.MaxInt32 {
			in.MaxLength = int(*s.MaxLength)
		}
		if slices.Contains([]string{"date", "time", "email", "uri", "uuid", "date-time"}, s.Format) {
			in.Format = s.Format
		}
	}
}

// samples gives an input the default and the example of a schema, as far as they are what a caller could give.
func (in *input) samples(p *part) {
	s, example := p.schema, p.example
	if in.Type == nact.Enum || s.Kind == spec.Number {
		for _, v := range in.values {
			if v.spelled == s.Default {
				in.Default, in.Optional = v.name, true
			}
		}
		return
	}
	usable := func(v any) bool {
		text, isText := v.(string)
		if isText && (text == "" || text != visible(text) || strings.ContainsAny(text, "\n\r\t") || utf8.RuneCountInString(text) > 200 || strings.TrimSpace(text) != text || strings.ContainsAny(text, "{}$") || manifest.ExpressionIn(text) != "") {
			return false
		}
		return in.takes(v) && fits(s, v) && p.carries(v)
	}
	if v, ok := s.Default.(string); ok && in.Type == nact.String && usable(v) {
		in.Default, in.Optional = v, true
	} else if v, ok := s.Default.(int64); ok && in.Type == nact.Int && usable(v) {
		in.Default, in.Optional = v, true
	} else if v, ok := s.Default.(bool); ok && in.Type == nact.Boolean {
		in.Default, in.Optional = v, true
	}
	if in.Default != nil || in.Type == nact.Boolean {
		return
	}
	var text string
	if in.Type == nact.String && json.Unmarshal([]byte(example), &text) == nil && usable(text) {
		in.Examples = []any{text}
	}
	if n, err := strconv.ParseInt(example, 10, 64); err == nil && in.Type == nact.Int && usable(n) {
		in.Examples = []any{n}
	}
}

// takes reports whether a call can give a value for an input.
func (in *input) takes(v any) bool {
	named := in.Input
	named.Name = "Input"
	return signature.Violation(named, v) == ""
}

func (in *input) yaml() value {
	m := mapping{}
	if in.Type != nact.String {
		m.Add("type", text(in.Type))
	}
	m.Add("description", text(in.Description))
	if in.Optional && in.Default == nil {
		m.Add("required", literal("false"))
	}
	if in.Default != nil {
		m.Add("default", sample(in.Default))
	}
	if len(in.Examples) > 0 {
		m.Add("examples", list{sample(in.Examples[0])})
	}
	if in.Min != nil {
		m.Add("min", literal(fmt.Sprint(*in.Min)))
	}
	if in.Max != nil {
		m.Add("max", literal(fmt.Sprint(*in.Max)))
	}
	if in.MaxLength > 0 {
		m.Add("max_length", literal(fmt.Sprint(in.MaxLength)))
	}
	if in.Format != "" {
		m.Add("format", text(in.Format))
	}
	if len(in.values) > 0 {
		m.Add("values", in.valuesYAML())
	}
	return m
}

// valuesYAML are the values of an enum: with what they mean, or where nothing is known of any of them, alone.
func (in *input) valuesYAML() value {
	var names list
	var described mapping
	known := false
	for _, v := range in.values {
		names = append(names, text(v.name))
		described.Add(v.name, v.meaning())
		known = known || v.means != ""
	}
	if known {
		return described
	}
	return names
}

// sample is a default or an example, in which nothing is an expression.
func sample(v any) value {
	if s, ok := v.(string); ok {
		return text(s)
	}
	return literal(fmt.Sprint(v))
}
