package endpoint

import "github.com/nactgen/nactgen/nact"

// appendSignature appends a ToolSignature. The order of its members is fixed,
// so that the bytes of a signature are stable and can be hashed.
func appendSignature(b []byte, s *nact.Signature, currentVersion int) []byte {
	o := newObject(b)
	o.text("toolId", s.ToolID)
	o.text("name", s.Name)
	o.text("description", s.Description)
	if s.Img != "" {
		o.text("img", s.Img)
	}
	o.int("version", int64(s.Version))
	o.int("currentVersion", int64(currentVersion))
	o.list("tags", len(s.Tags), func(b []byte, i int) []byte { return appendString(b, s.Tags[i]) })
	o.list("input_parameters", len(s.Inputs), func(b []byte, i int) []byte { return appendInput(b, &s.Inputs[i]) })
	outputs := s.Published()
	o.list("output_parameters", len(outputs), func(b []byte, i int) []byte { return appendOutput(b, &outputs[i]) })
	return o.end()
}

// appendInput spells out what the draft lets a server leave out: the type, whether the input is required, and the
// maximum of an int. A reader then needs no defaults.
func appendInput(b []byte, in *nact.Input) []byte {
	o := newObject(b)
	o.text("id", in.ID)
	o.text("name", in.Name)
	o.text("type", string(in.Type))
	o.text("description", in.Description)
	o.bool("required", in.Required())
	if in.Min != nil {
		o.int("min", *in.Min)
	}
	if in.Type == nact.Int {
		o.int("max", in.Maximum())
	}
	if in.MaxLength > 0 {
		o.int("max-length", int64(in.MaxLength))
	}
	o.allowed(in.AllowedValues)
	if in.Format != "" {
		o.text("format", in.Format)
	}
	if in.Default != nil {
		o.value("default", in.Default)
	}
	if len(in.Examples) > 0 {
		o.list("examples", len(in.Examples), func(b []byte, i int) []byte { return appendValue(b, in.Examples[i]) })
	}
	return o.end()
}

func appendOutput(b []byte, out *nact.Output) []byte {
	o := newObject(b)
	o.text("id", out.ID)
	o.text("name", out.Name)
	o.text("type", string(out.Type))
	o.text("description", out.Description)
	o.allowed(out.AllowedValues)
	return o.end()
}

// allowed appends the allowed values of an enum.
func (o *object) allowed(values []nact.AllowedValue) {
	if len(values) == 0 {
		return
	}
	o.list("allowed-values", len(values), func(b []byte, i int) []byte {
		value := newObject(b)
		value.text("name", values[i].Name)
		value.text("description", values[i].Description)
		return value.end()
	})
}
