package endpoint

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Media types of answers.
const (
	typeJSON    = "application/json"
	typeProblem = "application/problem+json"
	typeHTML    = "text/html; charset=utf-8"
)

// answer is a whole answer, decided before the first byte is written. One that
// was made at start is shared by requests and never changes.
type answer struct {
	status  int
	media   string
	tag     string      // a strong ETag, or empty; such an answer can be a 304
	header  http.Header // further fields, or nil
	body    []byte
	failure string       // the declared failure that the body reports, for the log
	writes  []nact.Write // what the invocation changed or may have changed, for the log
}

// document is an answer with an entity tag made from its bytes. Equal bytes have equal tags on every instance of a
// service, so a client may be served by any.
func document(media string, body []byte) *answer {
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`
	return &answer{status: http.StatusOK, media: media, tag: tag, body: body}
}

// write writes the answer to r and returns the status that it had. An error means that the client did not get all of it.
func (a *answer) write(w http.ResponseWriter, r *http.Request) (status int, err error) {
	header := w.Header()
	for name, values := range a.header {
		header[name] = values
	}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	if a.tag != "" {
		header.Set("Cache-Control", "no-cache")
		header.Set("Vary", "Accept, Accept-Encoding")
		header.Set("Etag", a.tag)
		if matches(r.Header["If-None-Match"], a.tag) {
			w.WriteHeader(http.StatusNotModified)
			return http.StatusNotModified, nil
		}
	}
	header.Set("Content-Type", a.media)
	header.Set("Content-Length", strconv.Itoa(len(a.body)))
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, err = w.Write(a.body)
	}
	return a.status, err
}

// matches reports whether one of the entity tags of an If-None-Match field is tag, by the weak comparison of
// RFC 9110, section 13.1.2. From a malformed tag on, a field matches nothing.
func matches(fields []string, tag string) bool {
	for _, field := range fields {
		if strings.TrimSpace(field) == "*" {
			return true
		}
		for field != "" {
			field = strings.TrimPrefix(strings.TrimLeft(field, " \t,"), "W/")
			if !strings.HasPrefix(field, `"`) {
				break
			}
			end := strings.IndexByte(field[1:], '"') + 2
			if end < 2 {
				break
			}
			if field[:end] == tag {
				return true
			}
			field = field[end:]
		}
	}
	return false
}
