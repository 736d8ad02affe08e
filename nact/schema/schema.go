// Package schema describes signatures by JSON Schemas (2020-12): what a call takes as one object, whose properties are the ids of the inputs, and what it
// answers as another. That is how most protocols for tools describe them.
package schema

import (
	"encoding/json"
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// AppendInputs appends the schema of the arguments of a call. It permits what [nact.Contract.Check] does, but for the formats of strings, which most
// validators only take for notes.
func AppendInputs(b []byte, s *nact.Signature) []byte {
	o := jsontext.NewObject(b)
	o.Text("type", "object")
	o.Object("properties", func(properties *jsontext.Object) {
		for i := range s.Inputs {
			properties.Object(s.Inputs[i].ID, func(o *jsontext.Object) { addInput(o, &s.Inputs[i]) })
		}
	})
	var required []string
	for i := range s.Inputs {
		if s.Inputs[i].Required() {
			required = append(required, s.Inputs[i].ID)
		}
	}
	if len(required) > 0 {
		addNames(o, "required", required)
	}
	o.Bool("additionalProperties", false)
	return o.End()
}

func addInput(o *jsontext.Object, in *nact.Input) {
	addType(o, in.Type, in.AllowedValues)
	o.Text("title", in.Name)
	values := in.AllowedValues
	if in.Type == nact.List {
		values = in.Items.AllowedValues
	}
	o.Text("description", Describe(in.Description, values))
	addLimits(o, in)
	if in.Type == nact.List {
		addItems(o, in)
	}
	if in.Default != nil {
		o.Value("default", in.Default)
	}
	if len(in.Examples) > 0 {
		o.List("examples", len(in.Examples), func(b []byte, i int) []byte { return jsontext.AppendValue(b, in.Examples[i]) })
	}
}

// addLimits adds what an input permits of the values of its type.
func addLimits(o *jsontext.Object, in *nact.Input) {
	if in.Min != nil {
		o.Int("minimum", *in.Min)
	}
	if in.Type == nact.Int {
		o.Int("maximum", in.Maximum())
	}
	if in.Least != nil {
		o.Value("minimum", *in.Least)
	}
	if in.Most != nil {
		o.Value("maximum", *in.Most)
	}
	if in.Decimals > 0 {
		o.JSON("multipleOf", "0."+strings.Repeat("0", in.Decimals-1)+"1")
	}
	if in.MinLength > 0 {
		o.Int("minLength", int64(in.MinLength))
	}
	if in.MaxLength > 0 {
		o.Int("maxLength", int64(in.MaxLength))
	}
	if in.Pattern != "" {
		o.Text("pattern", in.Pattern)
	}
	if in.Format != "" {
		o.Text("format", in.Format)
	}
}

// addItems adds what a list takes.
func addItems(o *jsontext.Object, in *nact.Input) {
	o.Object("items", func(items *jsontext.Object) {
		addType(items, in.Items.Type, in.Items.AllowedValues)
		addLimits(items, in.Items)
	})
	if in.MinItems > 0 {
		o.Int("minItems", int64(in.MinItems))
	}
	o.Int("maxItems", int64(in.MaximumItems()))
	if in.Unique {
		o.Bool("uniqueItems", true)
	}
}

// AppendOutputs appends the schema of what the current version of the tool answers. No property is required: a failure is answered by the two
// properties that name it, without any other.
func AppendOutputs(b []byte, t *nact.Tool) []byte {
	o := jsontext.NewObject(b)
	o.Text("type", "object")
	o.Object("properties", func(properties *jsontext.Object) {
		for _, out := range t.Current().Published() {
			properties.Object(out.ID, func(o *jsontext.Object) {
				addType(o, out.Type, out.AllowedValues)
				o.Text("title", out.Name)
				o.Text("description", Describe(out.Description, out.AllowedValues))
				if own := t.Schemas[out.ID]; out.Type == nact.JSON && own != "" {
					addMembers(o, within(own, "#/properties/"+out.ID))
				}
			})
		}
	})
	return o.End()
}

// addMembers adds the members of a schema, but for those that the output has itself.
func addMembers(o *jsontext.Object, schema string) {
	decoder := json.NewDecoder(strings.NewReader(schema))
	_, err := decoder.Token()
	for err == nil && decoder.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = decoder.Token(); err == nil {
			err = decoder.Decode(&value)
		}
		if err == nil && name != "title" && name != "description" {
			o.Value(name.(string), value)
		}
	}
	if err != nil {
		panic("schema: of a tool that nact.Contracts does not take: " + err.Error())
	}
}

// within returns a schema that is a document of its own as a part of another one, at a place there: its references lead below that. In
// compact JSON the replaced text is never inside a string, where its quotes would be escaped.
func within(schema, place string) string {
	return strings.ReplaceAll(schema, `"$ref":"#`, `"$ref":"`+place)
}

func addType(o *jsontext.Object, t nact.Type, values []nact.AllowedValue) {
	switch t {
	case nact.Int:
		o.Text("type", "integer")
	case nact.Number:
		o.Text("type", "number")
	case nact.List:
		o.Text("type", "array")
	case nact.Boolean:
		o.Text("type", "boolean")
	case nact.Enum:
		names := make([]string, len(values))
		for i, v := range values {
			names[i] = v.Name
		}
		o.Text("type", "string")
		addNames(o, "enum", names)
	case nact.String:
		o.Text("type", "string")
	}
}

func addNames(o *jsontext.Object, key string, names []string) {
	o.List(key, len(names), func(b []byte, i int) []byte { return jsontext.AppendString(b, names[i]) })
}

// Describe is a description with a line for each value that an enum has, since JSON Schema has no place for what single values mean that
// models are given. A value whose description says no more than its name has none: ALABAMA, Alabama.
func Describe(text string, values []nact.AllowedValue) string {
	for _, v := range values {
		if letters(v.Description) != letters(v.Name) && v.Description != "" {
			text += "\n- " + v.Name + ": " + v.Description
		}
	}
	return text
}

// letters are the letters and digits of a text, in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
