package cel

import (
	"encoding/json"
	"strings"
)

// EncodeJSON returns v as JSON, for a parameter that travels as a document of its own. As in bodies, <, > and & stand in it as they are.
func EncodeJSON(v any) (string, error) {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}
