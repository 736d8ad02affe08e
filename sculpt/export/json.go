package export

import (
	"bytes"
	"encoding/json"
	"strings"
)

// object is a JSON object, in its order.
type object []member

type member struct {
	key   string
	value any
}

func (o *object) add(key string, value any) { *o = append(*o, member{key, value}) }

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := encoded(m.key)
		if err != nil {
			return nil, err
		}
		value, err := encoded(m.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encoded is a value as JSON, without escapes for HTML.
func encoded(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// document is a value as the JSON of a file.
func document(v any) ([]byte, error) {
	raw, err := encoded(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// rooted is a JSON Schema that is a document of its own, as a part of another: what it has under $defs moves to where definitions says.
func rooted(schema string, prefix string, definitions map[string]any) (any, error) {
	var v any
	if err := json.Unmarshal([]byte(schema), &v); err != nil {
		return nil, err
	}
	var move func(v any) any
	move = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = move(v[i])
			}
		case map[string]any:
			for key, inner := range v {
				if ref, ok := inner.(string); ok && key == "$ref" {
					v[key] = strings.Replace(ref, "#/$defs/", "#/components/schemas/"+prefix, 1)
					continue
				}
				v[key] = move(inner)
			}
		}
		return v
	}
	v = move(v)
	if m, ok := v.(map[string]any); ok {
		if defs, ok := m["$defs"].(map[string]any); ok {
			for name, d := range defs {
				definitions[prefix+name] = d
			}
			delete(m, "$defs")
		}
	}
	return v, nil
}
