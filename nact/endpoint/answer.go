package endpoint

import (
	"crypto/sha256"
	"net/http"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/gather"
)

// Media types of answers.
const (
	typeJSON = "application/json"
	typeHTML = "text/html; charset=utf-8"
)

// answer is a whole answer, decided before the first byte is written. One that
// was made at start is shared by requests and never changes.
type answer struct {
	status int
	media  string
	tag    [1]string   // a strong ETag, or empty; with one the answer can be a 304. As an array it becomes a header field without an allocation
	length [1]string   // of the body, as text; empty until it is known
	header http.Header // further fields, or nil
	body   []byte
	pieces [][]byte    // the parts of the body, in the place of body; nil: it is body
	ending nact.Ending // what the invocation came to, but for its outcome, for the log
}

// document is an answer with an entity tag made from its bytes. Equal bytes have equal tags on every instance of a
// service, so a client may be served by any.
func document(media string, body []byte) *answer {
	sum := sha256.Sum256(body)
	a := &answer{status: http.StatusOK, media: media, tag: [1]string{entityTag(sum[:])}, body: body}
	a.measure()
	return a
}

// measure notes how long the body is. That must happen before the answer is shared.
func (a *answer) measure() { a.length[0] = strconv.Itoa(a.size()) }

// size returns how long the body is.
func (a *answer) size() int {
	size := len(a.body)
	for _, piece := range a.pieces {
		size += len(piece)
	}
	return size
}

// Values of fields that all answers have in common.
var (
	noSniff   = []string{"nosniff"}
	noStore   = []string{"no-store"}
	noCache   = []string{"no-cache"}
	variants  = []string{"Accept, Accept-Encoding"}
	ofCaller  = []string{"Accept, Accept-Encoding, Authorization, X-API-Key"} // with [Config.View]
	private   = []string{"private, no-cache"}
	mediaJSON = []string{typeJSON}
)

// write writes the answer to r, as one that callers of the view get, and returns the status that it had, and how long its body was. An error means
// that the client did not get all of it.
func (a *answer) write(w http.ResponseWriter, r *http.Request, view *nact.View) (status, size int, err error) {
	header := w.Header()
	for name, values := range a.header {
		header[name] = values
	}
	header["X-Content-Type-Options"] = noSniff
	header["Cache-Control"] = noStore
	if a.tag[0] != "" {
		header["Cache-Control"] = noCache
		vary := variants
		if view != nil {
			header["Cache-Control"], vary = private, ofCaller
		}
		if before := header["Vary"]; before != nil { // what stands in front of the handler has its own reasons
			vary = append(before[:len(before):len(before)], vary...)
		}
		header["Vary"] = vary
		header["Etag"] = a.tag[:]
		if matches(r.Header["If-None-Match"], a.tag[0]) {
			w.WriteHeader(http.StatusNotModified)
			return http.StatusNotModified, 0, nil
		}
	}
	header["Content-Type"] = mediaJSON
	if a.media != typeJSON {
		header["Content-Type"] = []string{a.media}
	}
	size = a.size()
	if a.length[0] == "" {
		a.length[0] = strconv.Itoa(size)
	}
	header["Content-Length"] = a.length[:]
	w.WriteHeader(a.status)
	switch {
	case r.Method == http.MethodHead:
		size = 0
	case a.pieces != nil:
		err = gather.Write(w, r, a.pieces...)
	default:
		err = gather.Write(w, r, a.body)
	}
	return a.status, size, err
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
