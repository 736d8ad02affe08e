package nact

import (
	"strings"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// AppendJSON appends the signature as a service publishes it: members in one
// fixed order, without blanks, everything spelled out that a reader may assume.
// Its bytes are stable and can be hashed. current is the number of the tool's
// current version; 0 leaves it out, which is what a version promises for good.
// The signature must be one that [Contracts] takes.
func (s *Signature) AppendJSON(b []byte, current int) []byte {
	return s.appendJSON(b, current, nil)
}

// AppendJSON appends a version of the tool, as a service answers it: its
// signature, and beside what the version promises what holds of the tool today,
// whichever version it is called by. Schemas stand with the outputs that they
// are of.
func (t *Tool) AppendJSON(b []byte, version int) []byte {
	return t.Versions[version].appendJSON(b, t.Current().Version, t)
}

// appendJSON leaves out what is said of the tool as it is today if tool is nil.
func (s *Signature) appendJSON(b []byte, current int, tool *Tool) []byte {
	object := jsontext.NewObject(b)
	object.Text("toolId", s.ToolID)
	object.Text("name", s.Name)
	object.Text("description", s.Description)
	if s.Img != "" {
		object.Text("img", s.Img)
	}
	object.Int("version", int64(s.Version))
	if current != 0 {
		object.Int("currentVersion", int64(current))
	}
	if tool != nil {
		object.Bool("writes", tool.Writes)
		object.Bool("dry_run", tool.RunsDry())
	}
	object.List("tags", len(s.Tags), func(b []byte, i int) []byte { return jsontext.AppendString(b, s.Tags[i]) })
	object.List("input_parameters", len(s.Inputs), func(b []byte, i int) []byte { return s.Inputs[i].appendJSON(b) })
	outputs := s.Published()
	object.List("output_parameters", len(outputs), func(b []byte, i int) []byte { return outputs[i].appendJSON(b, tool) })
	return object.End()
}

// appendJSON spells out what the draft lets a server leave out: the type, whether the input is required, and the
// maximum of an int. A reader then needs no defaults.
func (in *Input) appendJSON(b []byte) []byte {
	object := jsontext.NewObject(b)
	object.Text("id", in.ID)
	object.Text("name", in.Name)
	appendType(object, in.Type)
	object.Text("description", in.Description+in.Spelling())
	object.Bool("required", in.Required())
	in.appendLimits(object)
	appendAllowed(object, in.AllowedValues)
	appendFormat(object, in.Type, in.Format)
	in.appendItems(object)
	if in.Default != nil {
		object.Append("default", func(b []byte) []byte { return appendText(b, in.Type, in.Default) })
	}
	if len(in.Examples) > 0 {
		object.List("examples", len(in.Examples), func(b []byte, i int) []byte { return appendText(b, in.Type, in.Examples[i]) })
	}
	return object.End()
}

// Spelling returns what the description of the input says on the wire of N-ACT beyond its own text, for models that are shown no more than that: how a
// value is written that stands in a string.
func (in *Input) Spelling() string {
	switch {
	case in.Type == Number:
		return " Give it as a number, such as 12.5."
	case in.Type == List && in.Items.Type == Enum:
		return " Give it as a JSON array, such as " + in.sampleText() + ", of these: " + strings.Join(valueNames(in.Items.AllowedValues), ", ") + "."
	case in.Type == List:
		return " Give it as a JSON array, such as " + in.sampleText() + "."
	}
	return ""
}

// sampleText is a list of elements of the type of the input, as JSON.
func (in *Input) sampleText() string {
	switch in.Items.Type {
	case Int:
		return "[1,2]"
	case Number:
		return "[1.5,2]"
	case Boolean:
		return "[true,false]"
	case Enum:
		names := valueNames(in.Items.AllowedValues)
		return `["` + strings.Join(names[:min(len(names), 2)], `","`) + `"]`
	}
	return `["first","second"]`
}

// appendType appends the type of a parameter as the draft has it.
func appendType(object *jsontext.Object, t Type) {
	if t.IsText() {
		t = String
	}
	object.Text("type", string(t))
}

// appendFormat appends the format of a parameter: its own, or the one that says of which type the value is that the string holds.
func appendFormat(object *jsontext.Object, t Type, format string) {
	if t.IsText() {
		format = string(t)
	}
	if format != "" {
		object.Text("format", format)
	}
}

// appendText appends a value of a type as it stands on the wire of N-ACT.
func appendText(b []byte, t Type, value any) []byte {
	if t.IsText() {
		return jsontext.AppendString(b, string(jsontext.AppendValue(nil, value)))
	}
	return jsontext.AppendValue(b, value)
}

func (in *Input) appendLimits(object *jsontext.Object) {
	if in.Min != nil {
		object.Int("min", *in.Min)
	}
	if in.Type == Int || in.Max != nil {
		object.Int("max", in.Maximum())
	}
	if in.Least != nil {
		object.Value("min", *in.Least)
	}
	if in.Most != nil {
		object.Value("max", *in.Most)
	}
	appendCount(object, "decimals", in.Decimals)
	appendCount(object, "min-length", in.MinLength)
	appendCount(object, "max-length", in.MaxLength)
	if in.Pattern != "" {
		object.Text("pattern", in.Pattern)
	}
}

// appendItems appends what a list takes. Its elements are of JSON, whatever their type.
func (in *Input) appendItems(object *jsontext.Object) {
	if in.Items != nil {
		object.Object("items", func(items *jsontext.Object) {
			items.Text("type", string(in.Items.Type))
			in.Items.appendLimits(items)
			appendAllowed(items, in.Items.AllowedValues)
			if in.Items.Format != "" {
				items.Text("format", in.Items.Format)
			}
		})
	}
	appendCount(object, "min-items", in.MinItems)
	if in.Type == List || in.MaxItems > 0 {
		object.Int("max-items", int64(in.MaximumItems()))
	}
	if in.Unique {
		object.Bool("unique", true)
	}
}

// appendCount appends a limit of how many there may be, unless it is 0, which is none.
func appendCount(object *jsontext.Object, name string, n int) {
	if n > 0 {
		object.Int(name, int64(n))
	}
}

func (o *Output) appendJSON(b []byte, tool *Tool) []byte {
	object := jsontext.NewObject(b)
	object.Text("id", o.ID)
	object.Text("name", o.Name)
	appendType(object, o.Type)
	object.Text("description", o.Description)
	appendAllowed(object, o.AllowedValues)
	appendFormat(object, o.Type, "")
	if tool != nil && o.Type == JSON && tool.Schemas[o.ID] != "" {
		object.JSON("schema", tool.Schemas[o.ID])
	}
	return object.End()
}

// appendAllowed appends the allowed values of an enum.
func appendAllowed(object *jsontext.Object, values []AllowedValue) {
	if len(values) == 0 {
		return
	}
	object.List("allowed-values", len(values), func(b []byte, i int) []byte {
		value := jsontext.NewObject(b)
		value.Text("name", values[i].Name)
		value.Text("description", values[i].Description)
		return value.End()
	})
}
