package cel

import "encoding/json"

// EncodeJSON returns v as JSON, for a parameter that travels as a document of its own.
func EncodeJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}
