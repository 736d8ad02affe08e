package exporter

import (
	"cmp"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/nact"
)

// spelled is how the API spells a value of an enum; the same where no table says otherwise.
func (w *workflow) spelled(input, value string) string {
	if table := w.spelling[input]; table != nil {
		for _, row := range table.Rows {
			if text, ok := row.Cells[0].(string); ok && row.Key == value {
				return text
			}
		}
	}
	return value
}

// inputs are the inputs of a tool, as a JSON Schema.
func (w *workflow) inputs() yamlout.Value {
	var required yamlout.List
	properties := yamlout.Mapping{}
	for i := range w.tool.Signature.Inputs {
		in := &w.tool.Signature.Inputs[i]
		if in.Required() {
			required = append(required, yamlout.Text(in.ID))
		}
		properties.Add(in.ID, w.input(in))
	}
	if len(properties) == 0 {
		return nil
	}
	m := yamlout.Mapping{{Key: "type", Value: yamlout.Text("object")}}
	if len(required) > 0 {
		m.Add("required", required)
	}
	m = append(m, yamlout.Entry{Key: "properties", Value: properties})
	return m
}

func (w *workflow) input(in *nact.Input) yamlout.Value {
	kind := map[nact.Type]string{nact.Int: "integer", nact.Boolean: "boolean"}[in.Type]
	m := yamlout.Mapping{{Key: "type", Value: yamlout.Text(cmp.Or(kind, "string"))}}
	switch w.form(in.ID) {
	case number:
		m[0].Value = yamlout.Text("number")
	case texts:
		m[0].Value = yamlout.Text("array")
		m.Add("items", yamlout.Mapping{{Key: "type", Value: yamlout.Text("string")}})
	case anyJSON:
		m[0].Value = yamlout.List{yamlout.Text("object"), yamlout.Text("array")}
	}
	m = append(m, yamlout.Mapping{{Key: "description", Value: yamlout.Text(in.Description)}}...)
	if in.Type == nact.Enum {
		var values yamlout.List
		for _, v := range in.AllowedValues {
			values = append(values, yamlout.Text(w.spelled(in.ID, v.Name)))
		}
		m.Add("enum", values)
	}
	if in.Format != "" {
		m.Add("format", yamlout.Text(in.Format))
	}
	for _, bound := range []struct {
		key   string
		value *int64
	}{{"minimum", in.Min}, {"maximum", in.Max}} {
		if bound.value != nil {
			m.Add(bound.key, constant(*bound.value))
		}
	}
	if in.MaxLength > 0 && w.form(in.ID) == plainText {
		m.Add("maxLength", constant(int64(in.MaxLength)))
	}
	if in.Default != nil {
		if text, ok := in.Default.(string); ok {
			m.Add("default", yamlout.Text(w.spelled(in.ID, text)))
		} else {
			m.Add("default", constant(in.Default))
		}
	}
	return m
}
