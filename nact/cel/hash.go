package cel

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// SHA256 is hash.sha256(text): the SHA-256 of a text in UTF-8.
func SHA256(text string) []byte { return SHA256Bytes([]byte(text)) }

// SHA256Bytes is hash.sha256(bytes).
func SHA256Bytes(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:]
}

// HMACSHA256 is hash.hmacSha256(key, text): the HMAC of RFC 2104 with SHA-256, of texts in UTF-8.
func HMACSHA256(key, text string) []byte { return HMACSHA256Bytes([]byte(key), []byte(text)) }

// HMACSHA256Bytes is hash.hmacSha256(key, bytes).
func HMACSHA256Bytes(key, b []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(b)
	return mac.Sum(nil)
}

// HexEncode is hex.encode(bytes): two digits for each byte, in lower case.
func HexEncode(b []byte) string { return hex.EncodeToString(b) }
