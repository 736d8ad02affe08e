package upstream

import (
	"errors"
	"mime"
	"net/http"
	"strings"
)

// mediaOf returns the media type of an answer, in lower case and without parameters, or why an answer with this header cannot be read.
// Upstreams that forget to say what they answer are common: of those it is empty.
func mediaOf(header http.Header) (media, why string) {
	if encoding := header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return "", "the answer has a content encoding that was not asked for"
	}
	text := header.Get("Content-Type")
	if text == "" || isPlain(text) {
		return text, ""
	}
	media, _, err := mime.ParseMediaType(text)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		return "", "the answer has a malformed content type"
	}
	return media, ""
}

// isPlain reports whether a content type is a media type alone, in lower case: what most upstreams answer.
func isPlain(contentType string) bool {
	slashes := 0
	for i := range len(contentType) {
		switch c := contentType[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '+', c == '.':
		case c == '/':
			slashes++
		default:
			return false
		}
	}
	return slashes == 1 && contentType[0] != '/' && contentType[len(contentType)-1] != '/'
}

// notJSON returns why an answer with this header cannot be JSON, or an empty string.
func notJSON(header http.Header) string {
	media, why := mediaOf(header)
	switch {
	case why != "":
		return why
	case media == "" || isJSON(media):
		return ""
	}
	return "the answer is not JSON"
}

// isJSON reports whether a media type is JSON (RFC 6839, section 3.1).
func isJSON(media string) bool {
	_, kind, _ := strings.Cut(media, "/")
	return kind == "json" || strings.HasSuffix(kind, "+json")
}

// isXML reports whether a media type is XML (RFC 7303).
func isXML(media string) bool {
	_, kind, _ := strings.Cut(media, "/")
	return kind == "xml" || strings.HasSuffix(kind, "+xml")
}

// mediaType is a media type without its parameters, in lower case.
func mediaType(text string) string {
	media, _, _ := strings.Cut(text, ";")
	return strings.ToLower(strings.TrimSpace(media))
}

// unreadable says why the text of an answer cannot be read.
type unreadable string

func (u unreadable) Error() string { return string(u) }

// Public returns the text: it holds nothing of the answer's.
func (u unreadable) Public() string { return string(u) }
