package upstream

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unreserved reports whether c never needs percent-encoding (RFC 3986, section 2.3).
func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

// reservedInQuery reports whether c is sent as it stands where a document
// allows reserved characters in a query. Those that end a value for some server
// (# & ; and + for a space), that no query may hold ([ ] #), and the percent
// sign are encoded all the same, so that the value arrives as it was given.
func reservedInQuery(c byte) bool {
	return unreserved(c) || strings.IndexByte(":/?@!$'()*,=", c) >= 0
}

// reservedInList is reservedInQuery for the elements of a list that commas separate.
func reservedInList(c byte) bool { return c != ',' && reservedInQuery(c) }

// literalInPath reports whether c may stand in the literal text of a path.
func literalInPath(c byte) bool {
	return unreserved(c) || strings.IndexByte("/!$&'()*+,;=:@", c) >= 0
}

// appendEscaped appends text with every byte percent-encoded that keep does not keep.
func appendEscaped(dst []byte, text string, keep func(byte) bool) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		if c := text[i]; keep(c) {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', hex[c>>4], hex[c&15])
		}
	}
	return dst
}

// appendJoined appends the escaped elements of list with separator between them.
func appendJoined(dst []byte, list []string, separator string, keep func(byte) bool) []byte {
	for i, text := range list {
		if i > 0 {
			dst = append(dst, separator...)
		}
		dst = appendEscaped(dst, text, keep)
	}
	return dst
}

// refusal is a parameter that cannot be sent. It never says the value.
type refusal struct {
	place string // path, header, cookie, query
	name  string
	why   string
}

func (r *refusal) Error() string { return r.place + " parameter " + r.name + ": " + r.why }

// plainText returns why text cannot stand where only text without control
// characters may, or an empty string.
func plainText(text string) string {
	switch {
	case !utf8.ValidString(text):
		return "its value is not UTF-8"
	case strings.ContainsFunc(text, unicode.IsControl):
		return "its value holds a control character"
	}
	return ""
}

// isToken reports whether name is a token of RFC 9110, as the names of headers and cookies are.
func isToken(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !unreserved(c) && strings.IndexByte("!#$%&'*+^`|", c) < 0 {
			return false
		}
	}
	return name != ""
}
