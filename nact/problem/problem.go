// Package problem makes problem documents (RFC 9457), the bodies of HTTP answers that say why a service did not do what was asked.
package problem

import (
	"net/http"
	"strconv"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// Media is the media type of a problem document.
const Media = "application/problem+json"

// Blank is the type of a problem that means no more than the HTTP status says.
const Blank = "about:blank"

// Begin begins a problem document, to which members can be added.
func Begin(kind, title string, status int, detail string) *jsontext.Object {
	o := jsontext.NewObject(nil)
	o.Text("type", kind)
	o.Text("title", title)
	o.Int("status", int64(status))
	o.Text("detail", detail)
	return o
}

// Document returns a problem document for which the HTTP status is the whole story.
func Document(status int, detail string) []byte {
	return Begin(Blank, http.StatusText(status), status, detail).End()
}

// Refuse answers a request with [Document], and returns how long the body was.
func Refuse(w http.ResponseWriter, r *http.Request, status int, detail string) (size int) {
	body := Document(status, detail)
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", Media)
	header.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return 0
	}
	size, _ = w.Write(body) // an error means that the client has gone
	return size
}
