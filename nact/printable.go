package nact

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Printable returns text for a log: about limit bytes of it at most, with an ellipsis where it was cut, and with
// characters that a terminal would obey or not show escaped as in Go. Line breaks and tabs stay.
func Printable(text string, limit int) string {
	if len(text) <= limit && isPlain(text) {
		return text
	}
	var b []byte
	for _, r := range text {
		switch {
		case len(b) >= limit:
			return string(b) + "…"
		case unicode.IsPrint(r) || r == '\n' || r == '\t':
			b = utf8.AppendRune(b, r)
		default:
			quoted := strconv.QuoteRune(r)
			b = append(b, quoted[1:len(quoted)-1]...)
		}
	}
	return string(b)
}

// isPlain reports whether text is nothing but printable ASCII.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}
