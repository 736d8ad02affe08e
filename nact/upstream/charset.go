package upstream

import (
	"bytes"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"
)

// textIn returns the text of an answer, without a byte order mark. What it is written in the answer says itself: UTF-8, US-ASCII or
// ISO-8859-1. Where it says nothing, it has to be UTF-8.
func textIn(header http.Header, body []byte) (string, publicError) {
	body = trimMark(body)
	switch charset := charsetOf(header, body); charset {
	case "", "utf-8", "utf8", "us-ascii", "ascii":
		if !utf8.Valid(body) {
			return "", unreadable("its text is not UTF-8, and it does not say that it is anything else")
		}
		return string(body), nil
	case "iso-8859-1", "iso8859-1", "latin1", "latin-1":
		return latin1(body), nil
	}
	return "", unreadable("its text is neither UTF-8 nor ISO-8859-1")
}

// charsetOf returns what the text of an answer is written in, in lower case; empty if that is not said. Of XML the document says it where
// the header does not (RFC 7303, section 3).
func charsetOf(header http.Header, body []byte) string {
	media, params, err := mime.ParseMediaType(header.Get("Content-Type"))
	switch {
	case err == nil && params["charset"] != "":
		return strings.ToLower(params["charset"])
	case isXML(media):
		return xmlEncoding(body)
	}
	return ""
}

// xmlEncoding returns the encoding of an XML declaration, in lower case, or an empty string.
func xmlEncoding(body []byte) string {
	declaration, _, ok := strings.Cut(string(body[:min(len(body), 200)]), "?>")
	if !ok || !strings.HasPrefix(declaration, "<?xml") {
		return ""
	}
	_, value, _ := strings.Cut(declaration, "encoding")
	value = strings.TrimLeft(value, "= \t\r\n")
	if len(value) < 2 || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	name, _, _ := strings.Cut(value[1:], value[:1])
	return strings.ToLower(name)
}

// latin1 returns text that is written in ISO-8859-1, in which every byte is the character of that number.
func latin1(body []byte) string {
	var text strings.Builder
	text.Grow(len(body) + len(body)/8)
	for _, c := range body {
		text.WriteRune(rune(c))
	}
	return text.String()
}

// trimMark returns body without a byte order mark of UTF-8.
func trimMark(body []byte) []byte {
	return bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
}
