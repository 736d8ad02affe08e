package mcp

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// What is around a header field that holds Base64 because its value cannot stand in a field as it is.
const (
	encodedPrefix = "=?base64?"
	encodedSuffix = "?="
)

// decodeField returns the value of a field that may be encoded. It is not ok if it only looks so.
func decodeField(field string) (value string, ok bool) {
	encoded, prefixed := strings.CutPrefix(field, encodedPrefix)
	encoded, suffixed := strings.CutSuffix(encoded, encodedSuffix)
	if !prefixed || !suffixed {
		return field, true
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	return string(decoded), err == nil
}

// field returns the first value of a field, whose name is spelled as net/http spells it.
func field(header http.Header, name string) string {
	if values := header[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}
