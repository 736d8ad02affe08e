package draft

import (
	"encoding/json"
	"fmt"
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

// typed is a value of the type of an input; nil: it is another one.
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

// usable reports whether a caller could give a value.
func (in *input) usable(v any, p *part) bool {
	t, isText := v.(string)
	switch {
	case isText && (t == "" || strings.TrimSpace(t) != t || utf8.RuneCountInString(t) > 200):
		return false
	case isText && (t != visible(t) || strings.ContainsAny(t, "\n\r\t{}$") || manifest.ExpressionIn(t) != ""):
		return false
	}
	return in.takes(v) && fits(p.schema, v) && p.carries(v)
}

// takes reports whether a call can give a value for an input.
func (in *input) takes(v any) bool {
	named := in.Input
	named.Name = "Input"
	return signature.Violation(named, v) == ""
}

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

// sample is a default or an example, in which nothing is an expression; nil: there is none.
func sample(v any) value {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return text(v)
	}
	return literal(fmt.Sprint(v))
}
