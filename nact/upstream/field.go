package upstream

import (
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"
)

// headerProblem returns why a header cannot be sent, or an empty string.
func headerProblem(name, value string) string {
	switch {
	case !isToken(name):
		return "it is not the name of a header"
	case managed(name):
		return "this header is the client's own"
	}
	return plainText(value)
}

// managed reports whether a header belongs to the connection, so that only the
// transport may set it. Accept-Encoding is one: who sets it must unpack the answer.
func managed(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Te", "Trailer", "Upgrade",
		"Expect", "Accept-Encoding", "Proxy-Connection", "Proxy-Authorization":
		return true
	}
	return false
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
