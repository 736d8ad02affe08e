package exprtest

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// answerReader makes of a decoded answer what the reference interpreter sees of it.
type answerReader struct {
	read     map[*ir.Field]bool
	conforms bool // what is read of it is of its type
}

// typedAnswer returns an answer as the reference interpreter sees it, and whether what is read of it conforms to its type.
func typedAnswer(text string, a *plan.Answer) (value any, conforms bool) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var raw any
	if err := d.Decode(&raw); err != nil {
		panic(err)
	}
	r := &answerReader{read: map[*ir.Field]bool{}, conforms: true}
	for _, s := range a.Structs {
		for _, f := range s.Fields {
			for _, field := range f.Fields {
				r.read[field] = true
			}
		}
	}
	value, present := r.value(raw, a.Type)
	return value, r.conforms && present
}

// value returns a decoded value as one of type t. Null is absent where t does not allow it.
func (r *answerReader) value(raw any, t *ir.Type) (value any, present bool) {
	if raw == nil {
		return nil, t.Nullable || t.Kind == ir.Dyn || t.Kind == ir.Null
	}
	switch raw := raw.(type) {
	case []any:
		if t.Kind == ir.List {
			values := []any{}
			for _, elem := range raw {
				values = append(values, r.element(elem, t.Elem))
			}
			return values, true
		}
	case map[string]any:
		if t.Kind == ir.Object {
			return r.object(raw, t.Object), true
		}
		if t.Kind == ir.Map {
			values := map[string]any{}
			for key, elem := range raw {
				values[key] = r.element(elem, t.Elem)
			}
			return values, true
		}
	case json.Number:
		if t.Kind == ir.Int {
			i, err := strconv.ParseInt(string(raw), 10, 64)
			r.conforms = r.conforms && err == nil
			return i, true
		}
	}
	_, isText := raw.(string)
	_, isBool := raw.(bool)
	_, isNumber := raw.(json.Number)
	switch {
	case t.Kind == ir.Dyn, t.Kind == ir.Double && isNumber:
		return r.untyped(raw), true
	case t.Kind == ir.String && isText, t.Kind == ir.Bool && isBool:
		return raw, true
	}
	r.conforms = false
	return nil, true
}

// element returns a value in a list or a map.
func (r *answerReader) element(raw any, t *ir.Type) any {
	v, present := r.value(raw, t)
	r.conforms = r.conforms && present
	return v
}

// object returns a decoded object. What no expression reads need not conform.
func (r *answerReader) object(m map[string]any, o *ir.ObjectType) map[string]any {
	values := map[string]any{}
	for _, f := range o.Fields() {
		if !r.read[f] {
			continue
		}
		raw, ok := m[f.Name]
		if !ok {
			r.conforms = r.conforms && !f.Required
			continue
		}
		v, present := r.value(raw, f.Type)
		if present {
			values[f.Name] = v
		} else {
			r.conforms = r.conforms && !f.Required
		}
	}
	return values
}

func (r *answerReader) untyped(raw any) any {
	switch v := raw.(type) {
	case json.Number:
		f, err := v.Float64()
		r.conforms = r.conforms && err == nil
		return f
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = r.untyped(v[i])
		}
		return list
	case map[string]any:
		m := map[string]any{}
		for key := range v {
			m[key] = r.untyped(v[key])
		}
		return m
	}
	return raw
}
