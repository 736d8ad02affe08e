package upstream

import (
	"bytes"
	"encoding/json"
)

// JSON appends a parameter whose content is JSON.
func (p *Path) JSON(name string, v any) *Path {
	text, err := marshal(v)
	if err != nil {
		return p.refuse(name, "it cannot be written as JSON")
	}
	return p.Value(name, text)
}

// JSON adds a parameter whose content is JSON.
func (q *Query) JSON(name string, v any) *Query {
	text, err := marshal(v)
	if err != nil {
		return q.refuse(name, "it cannot be written as JSON")
	}
	return q.Add(name, text)
}

func (q *Query) refuse(name, why string) *Query {
	if q.err == nil {
		q.err = &refusal{"query", name, why}
	}
	return q
}

// marshal returns v as JSON text in which <, > and & stand as they are.
func marshal(v any) (string, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimSuffix(text.Bytes(), []byte("\n"))), nil
}
