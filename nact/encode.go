package nact

import "github.com/nactgen/nactgen/nact/jsontext"

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
	object.Text("type", string(in.Type))
	object.Text("description", in.Description)
	object.Bool("required", in.Required())
	if in.Min != nil {
		object.Int("min", *in.Min)
	}
	if in.Type == Int || in.Max != nil {
		object.Int("max", in.Maximum())
	}
	if in.MaxLength > 0 {
		object.Int("max-length", int64(in.MaxLength))
	}
	appendAllowed(object, in.AllowedValues)
	if in.Format != "" {
		object.Text("format", in.Format)
	}
	if in.Default != nil {
		object.Value("default", in.Default)
	}
	if len(in.Examples) > 0 {
		object.List("examples", len(in.Examples), func(b []byte, i int) []byte { return jsontext.AppendValue(b, in.Examples[i]) })
	}
	return object.End()
}

func (o *Output) appendJSON(b []byte, tool *Tool) []byte {
	object := jsontext.NewObject(b)
	object.Text("id", o.ID)
	object.Text("name", o.Name)
	object.Text("type", string(o.Type))
	object.Text("description", o.Description)
	appendAllowed(object, o.AllowedValues)
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
