package draft

import (
	"encoding/json"
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
	values []enumValue // of an enum, or of a list of such, in the document's order
	from   string      // where a step sends them, if their names are those of the document's values: steps.orders.with.status
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
		in.Type = nact.Number
		in.Least, in.Most, in.Decimals = numberBounds(s)
	case spec.Array:
		in.listOf(s, about)
	case spec.String, spec.Any:
		if in.values = enumOf(s, about); len(in.values) > 0 {
			in.Type = nact.Enum
			for _, v := range in.values {
				in.AllowedValues = append(in.AllowedValues, nact.AllowedValue{Name: v.name, Description: v.means})
			}
			return
		}
		in.MinLength, in.MaxLength = lengths(s)
		in.Pattern = patternOf(s)
		if slices.Contains([]string{"date", "time", "email", "uri", "uuid", "date-time"}, s.Format) {
			in.Format = s.Format
		}
	}
}

// listOf makes the input a list of what a schema of a list has. Elements that are no single values are strings.
func (in *input) listOf(s *spec.Schema, about string) {
	var items input
	items.Type = nact.String
	if s.Items.Kind != spec.Array && s.Items.Kind != spec.Object {
		items.typeOf(s.Items, about)
	}
	in.Type, in.Items, in.values = nact.List, &items.Input, items.values
	in.Unique = s.UniqueItems
	if s.MaxItems != nil && *s.MaxItems > 0 && *s.MaxItems <= mostElements {
		in.MaxItems = int(*s.MaxItems)
	}
	if s.MinItems != nil && *s.MinItems > 0 && *s.MinItems <= int64(in.MaximumItems()) {
		in.MinItems = int(*s.MinItems)
	}
}

// mostElements is how many elements a list of an input has at most in a draft, where the document takes more: an agent writes them.
const mostElements = 1000

// samples sets the default and the example of an input to those of its part, if a caller could give them.
func (in *input) samples(p *part) {
	if in.Type == nact.Enum {
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
	} else if f, err := strconv.ParseFloat(p.example, 64); err == nil {
		example = f
	}
	if v := in.typed(example); v != nil && in.Type != nact.Boolean && in.usable(v, p) {
		in.Examples = []any{v}
	}
}

// typed returns a value that has the type of the input, and nil for any other.
func (in *input) typed(v any) any {
	switch v := v.(type) {
	case string:
		if in.Type == nact.String {
			return v
		}
	case float64:
		if in.Type == nact.Number {
			return v
		}
	case int64:
		switch in.Type {
		case nact.Int:
			return v
		case nact.Number:
			return float64(v)
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
	var required, items any
	if in.Optional && in.Default == nil {
		required = false
	}
	var examples list
	if len(in.Examples) > 0 {
		examples = list{sample(in.Examples[0])}
	}
	limits := in.limits(&in.Input)
	if in.Type == nact.List {
		limits = nil
		if elements := append(yamlout.Map("type", kindOf(in.Items)), in.limits(in.Items)...); len(elements) > 0 {
			items = elements
		}
	}
	m := yamlout.Map("type", kindOf(&in.Input), "description", text(in.Description), "required", required, "default", sample(in.Default), "examples", examples)
	return append(append(m, limits...), yamlout.Map("items", items, "min_items", count(in.MinItems), "max_items", count(in.MaxItems), "unique", flag(in.Unique))...)
}

// kindOf returns the type of an input, or of the elements of a list, as a manifest has it: one of strings needs none.
func kindOf(in *nact.Input) string {
	if in.Type == nact.String {
		return ""
	}
	return string(in.Type)
}

// limits are the keys of what an input may be beyond its type, or the elements of the list that it is.
func (in *input) limits(of *nact.Input) mapping {
	var least, most, values, from, pattern any
	switch {
	case of.Min != nil:
		least = *of.Min
	case of.Least != nil:
		least = *of.Least
	}
	switch {
	case of.Max != nil:
		most = *of.Max
	case of.Most != nil:
		most = *of.Most
	}
	if of.Pattern != "" {
		pattern = text(of.Pattern)
	}
	if len(in.values) > 0 {
		values = in.valuesYAML()
		if in.from != "" {
			from = in.from
			if _, described := values.(mapping); !described {
				values = nil
			}
		}
	}
	return yamlout.Map("min", least, "max", most, "decimals", count(of.Decimals), "min_length", count(of.MinLength), "max_length", count(of.MaxLength), "pattern", pattern, "format", of.Format, "values_of", from, "values", values)
}

// count returns a limit of how many there may be, or nil for none.
func count(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// flag returns true, or nil for what is false anyway.
func flag(b bool) any {
	if !b {
		return nil
	}
	return true
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
