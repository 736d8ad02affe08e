package upstream

import (
	"encoding/json"
	"errors"
)

// Styled adds a parameter that may be a single value, a list or an object, in the style that f says. value is its JSON. In the style
// DeepObject it may nest: filter[a][b]=c, items[0][price]=x. Null, an empty list and an object without members send nothing. What the style
// has no form for makes the whole call fail, with an error that does not say the value.
func (q *Query) Styled(f Field, value string) *Query {
	f.Styled = true
	w := fieldWriter{field: f}
	err := errors.New("it is no JSON")
	if json.Valid([]byte(value)) {
		err = w.value(f.Name, json.RawMessage(value))
	}
	if err == nil {
		return q.fields(w.written)
	}
	return q.refuse(f.Name, whyRefused(err))
}

// whyRefused returns why a value cannot be sent, without the field that a [bodyRefusal] names.
func whyRefused(err error) string {
	var refused *bodyRefusal
	if errors.As(err, &refused) {
		return refused.why
	}
	return err.Error()
}
