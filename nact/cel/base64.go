package cel

import "encoding/base64"

var errBase64 = error(publicError("the text is not base64"))

// Base64Decode decodes standard base64, with or without padding.
func Base64Decode(s string) ([]byte, error) {
	return decodeBase64(s, base64.StdEncoding, base64.RawStdEncoding)
}

// Base64DecodeURL decodes URL-safe base64, with or without padding.
func Base64DecodeURL(s string) ([]byte, error) {
	return decodeBase64(s, base64.URLEncoding, base64.RawURLEncoding)
}

func decodeBase64(s string, padded, raw *base64.Encoding) ([]byte, error) {
	if b, err := padded.DecodeString(s); err == nil {
		return b, nil
	}
	b, err := raw.DecodeString(s)
	if err != nil {
		return nil, errBase64
	}
	return b, nil
}

// Base64Encode returns b in standard base64 with padding.
func Base64Encode(b []byte) string { return base64.StdEncoding.EncodeToString(b) }

// Base64EncodeURL returns b in URL-safe base64 with padding.
func Base64EncodeURL(b []byte) string { return base64.URLEncoding.EncodeToString(b) }
