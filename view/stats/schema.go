package stats

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/spec"
)

// mostSchemas bounds the schemas of one operation; further ones are written as just an object. Written out, objects that refer to each other can be larger
// than any memory.
const mostSchemas = 10_000

// inliner writes the schemas of one operation as JSON Schemas without references.
type inliner struct {
	around map[*spec.Schema]bool // the schemas around the one that is being written
	left   int                   // how many more schemas are written
	cut    bool                  // schemas are left out
}

// schema returns a schema as JSON. A description replaces that of the schema, unless it is empty. Within itself, a schema is written as just an object.
func (w *inliner) schema(s *spec.Schema, description string) json.RawMessage {
	if w.left--; w.left < 0 {
		w.cut = true
	}
	if w.around[s] || w.left < 0 {
		return json.RawMessage(`{"type":"object"}`)
	}
	w.around[s] = true
	defer delete(w.around, s)
	if description == "" {
		description = s.Description
	}
	o := jsontext.NewObject(nil)
	writeType(o, s)
	for _, text := range []struct{ name, value string }{
		{"format", s.Format}, {"title", s.Title}, {"description", description}, {"pattern", s.Pattern}, {"contentMediaType", s.ContentType}, {"contentEncoding", s.ContentEncoding},
	} {
		if text.value != "" {
			o.Text(text.name, text.value)
		}
	}
	writeValues(o, s)
	writeBounds(o, s)
	w.parts(o, s)
	return o.End()
}

// typeNames are the types of JSON Schema. Any has none.
var typeNames = map[spec.Kind]string{
	spec.String: "string", spec.Integer: "integer", spec.Number: "number", spec.Boolean: "boolean", spec.Object: "object", spec.Array: "array", spec.Null: "null",
}

func writeType(o *jsontext.Object, s *spec.Schema) {
	name := typeNames[s.Kind]
	switch {
	case name == "":
	case s.Nullable && s.Kind != spec.Null:
		o.List("type", 2, func(b []byte, i int) []byte { return jsontext.AppendString(b, []string{name, "null"}[i]) })
	default:
		o.Text("type", name)
	}
}

func writeValues(o *jsontext.Object, s *spec.Schema) {
	if len(s.Enum) > 0 {
		o.List("enum", len(s.Enum), func(b []byte, i int) []byte { return append(b, scalar(s.Enum[i])...) })
	}
	if s.Default != nil {
		o.Value("default", scalar(s.Default))
	}
}

// scalar returns a string, int64, float64, bool or nil as JSON.
func scalar(v any) json.RawMessage {
	switch v := v.(type) {
	case nil:
		return json.RawMessage("null")
	case float64:
		return number(v)
	}
	return jsontext.AppendValue(nil, v)
}

// number returns a number as people write it. One that is not finite becomes null, since JSON has no such numbers.
func number(f float64) json.RawMessage {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return json.RawMessage("null")
	}
	if math.Abs(f) < 1e15 {
		return strconv.AppendFloat(nil, f, 'f', -1, 64)
	}
	return strconv.AppendFloat(nil, f, 'g', -1, 64)
}

func writeBounds(o *jsontext.Object, s *spec.Schema) {
	for _, bound := range []struct {
		name  string
		value *float64
	}{{"minimum", s.Minimum}, {"maximum", s.Maximum}, {"exclusiveMinimum", s.Above}, {"exclusiveMaximum", s.Below}} {
		if bound.value != nil {
			o.Value(bound.name, number(*bound.value))
		}
	}
	if len(s.MultipleOf) > 0 {
		o.Value("multipleOf", number(s.MultipleOf[0]))
	}
	for _, count := range []struct {
		name  string
		value *int64
	}{{"minLength", s.MinLength}, {"maxLength", s.MaxLength}, {"minItems", s.MinItems}, {"maxItems", s.MaxItems}} {
		if count.value != nil {
			o.Int(count.name, *count.value)
		}
	}
	if s.UniqueItems {
		o.Bool("uniqueItems", true)
	}
}

// parts writes the schemas within a schema.
func (w *inliner) parts(o *jsontext.Object, s *spec.Schema) {
	if len(s.Properties) > 0 {
		p := newProperties(w)
		for _, property := range s.Properties {
			p.add(property.Name, "", property.Schema, "", property.Required)
		}
		p.write(o)
	}
	switch {
	case s.Additional != nil:
		o.Value("additionalProperties", w.schema(s.Additional, ""))
	case s.Closed:
		o.Bool("additionalProperties", false)
	}
	if s.Kind == spec.Array {
		o.Value("items", w.schema(s.Items, ""))
	}
	if len(s.OneOf) == 0 {
		return
	}
	branches := make([]json.RawMessage, 0, len(s.OneOf)+1)
	for _, b := range s.OneOf {
		branches = append(branches, w.schema(b, ""))
	}
	if s.Nullable {
		branches = append(branches, json.RawMessage(`{"type":"null"}`))
	}
	o.List("oneOf", len(branches), func(b []byte, i int) []byte { return append(b, branches[i]...) })
}

// properties are the members of an object, and which of them are required.
type properties struct {
	inliner  *inliner
	members  *jsontext.Object
	names    map[string]bool
	required []string
}

func newProperties(w *inliner) *properties {
	return &properties{inliner: w, members: jsontext.NewObject(nil), names: map[string]bool{}}
}

// add adds a member. If there is one of that name already, the location of the parameter is appended to the name.
func (p *properties) add(name, in string, s *spec.Schema, description string, required bool) {
	if p.names[name] {
		name += "__" + in
	}
	p.members.Value(name, p.inliner.schema(s, description))
	p.names[name] = true
	if required {
		p.required = append(p.required, name)
	}
}

// write ends the object and writes it into a schema.
func (p *properties) write(o *jsontext.Object) {
	o.Value("properties", json.RawMessage(p.members.End()))
	if len(p.required) > 0 {
		o.List("required", len(p.required), func(b []byte, i int) []byte { return jsontext.AppendString(b, p.required[i]) })
	}
}
