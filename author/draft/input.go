package draft

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/yamlout"
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

// typeOf sets the type and the limits of an input to those of a schema. The description may describe the values of an enum.
func (in *input) typeOf(s *spec.Schema, about string) {
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
		if in.values = enumOf(s, about); len(in.values) > 0 {
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

// samples sets the default and the example of an input to those of its part, if a caller could give them.
func (in *input) samples(p *part) {
	if in.Type == nact.Enum || p.schema.Kind == spec.Number {
		for _, v := range in.values {
			if v.spelled == p.schema.Default {
				in.Default, in.Optional = v.name, true
			}
		}
		return
	}
	if v := in.typed(p.schema.Default); v != nil && (in.Type == nact.Boolean || in.usable(v, p)) {
		in.Default, in.Optional = v, true
		return
	}
	var example any
	if in.Type == nact.String {
		json.Unmarshal([]byte(p.example), &example)
	} else if n, err := strconv.ParseInt(p.example, 10, 64); err == nil {
		example = n
	}
	if v := in.typed(example); v != nil && in.Type != nact.Boolean && in.usable(v, p) {
		in.Examples = []any{v}
	}
}

// typed returns a value that has the type of the input, and nil for any other.
func (in *input) typed(v any) any {
	switch v.(type) {
	case string:
		if in.Type == nact.String {
			return v
		}
	case int64:
		if in.Type == nact.Int {
			return v
		}
	case bool:
		if in.Type == nact.Boolean {
			return v
		}
	}
	return nil
}

// usable reports whether a caller could give a value, and the call could pass it.
func (in *input) usable(v any, p *part) bool {
	t, isText := v.(string)
	switch {
	case isText && (t == "" || strings.TrimSpace(t) != t || utf8.RuneCountInString(t) > 200):
		return false
	case isText && (t != visible(t) || strings.ContainsAny(t, "\n\r\t{}$") || manifest.ExpressionIn(t) != ""):
		return false
	}
	named := in.Input
	named.Name = "Input"
	return signature.Violation(named, v) == "" && fits(p.schema, v) && p.carries(v)
}

// yaml returns the input as an entry of a manifest.
func (in *input) yaml() value {
	var required, least, most, longest, values any
	if in.Optional && in.Default == nil {
		required = false
	}
	if in.Min != nil {
		least = *in.Min
	}
	if in.Max != nil {
		most = *in.Max
	}
	if in.MaxLength > 0 {
		longest = in.MaxLength
	}
	if len(in.values) > 0 {
		values = in.valuesYAML()
	}
	kind := string(in.Type)
	if in.Type == nact.String {
		kind = ""
	}
	var examples list
	if len(in.Examples) > 0 {
		examples = list{sample(in.Examples[0])}
	}
	return yamlout.Map("type", kind, "description", text(in.Description), "required", required, "default", sample(in.Default), "examples", examples,
		"min", least, "max", most, "max_length", longest, "format", in.Format, "values", values)
}

// valuesYAML returns the values of an enum with their descriptions, or as a list if none has one.
func (in *input) valuesYAML() value {
	var names list
	var described mapping
	anyMeaning := false
	for _, v := range in.values {
		names = append(names, text(v.name))
		described.Add(v.name, v.meaning())
		anyMeaning = anyMeaning || v.means != ""
	}
	if anyMeaning {
		return described
	}
	return names
}

// sample returns a default or an example, in which a manifest expects no expression. It is nil for nil.
func sample(v any) value {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return text(v)
	}
	return yamlout.Scalar(v)
}
