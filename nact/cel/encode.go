package cel

import (
	"encoding/base64"
	"encoding/json"
	"time"
)

// Base64Encode returns b in standard base64 with padding.
func Base64Encode(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// Base64EncodeURL returns b in URL-safe base64 with padding.
func Base64EncodeURL(b []byte) string { return base64.URLEncoding.EncodeToString(b) }

// EncodeJSON returns v as JSON, for a parameter that travels as a document of its own.
func EncodeJSON(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

// IntFromTime returns the seconds from 1970 to t.
func IntFromTime(t time.Time) int64 { return t.Unix() }

// FormatList is [Format] with its arguments in a list.
func FormatList(format string, args []any) (string, error) { return Format(format, args...) }
