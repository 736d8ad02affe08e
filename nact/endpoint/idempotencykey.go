package endpoint

import (
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// maxKey is how long a key may be, in characters.
const maxKey = 255

// idempotencyKey returns the key that a caller gave, by draft-ietf-httpapi-idempotency-key-header: a string of structured fields
// (RFC 9651). Most clients leave the quotes out, and are understood too. Or it returns the answer that refuses what was given.
func idempotencyKey(header http.Header) (string, *answer) {
	fields := header[keyField]
	if len(fields) > 1 {
		return "", refusedKey("Idempotency-Key is given more than once.")
	}
	field := strings.Trim(fields[0], " \t")
	key, ok := field, isBareKey(field)
	if strings.HasPrefix(field, `"`) {
		key, ok = unquoteKey(field)
	}
	if !ok || key == "" || len(key) > maxKey {
		return "", refusedKey(`Idempotency-Key must be a string of 1 to 255 printable ASCII characters, such as "8e03978e-40d5-43e8-bc93-6894a57f9324".`)
	}
	return key, nil
}

func refusedKey(message string) *answer {
	return refusal(problemKey, "The Idempotency-Key cannot be used", []nact.Violation{{Rule: ruleKey, Message: message}})
}

// isBareKey reports whether a field without quotes is a key. One with a comma may be two fields that a proxy has joined.
func isBareKey(field string) bool {
	return !strings.ContainsFunc(field, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`",;\`, r) })
}

// unquoteKey returns the content of a string of structured fields, in which \ stands before " and \ and nothing else.
func unquoteKey(field string) (key string, ok bool) {
	var b strings.Builder
	for i := 1; i < len(field); i++ {
		switch c := field[i]; {
		case c == '"':
			return b.String(), i == len(field)-1
		case c == '\\':
			if i++; i == len(field) || field[i] != '"' && field[i] != '\\' {
				return "", false
			}
			b.WriteByte(field[i])
		case c < ' ' || c > '~':
			return "", false
		default:
			b.WriteByte(c)
		}
	}
	return "", false
}
