package health

import (
	"net/http"
	"strconv"

	"github.com/nactgen/nactgen/nact/problem"
)

// Handler answers the checks, and says of every other address that nothing is there. It serves the addresses that no face of a service has.
type Handler struct{}

// ServeHTTP answers one request.
func (Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path != Live && r.URL.Path != Ready || r.URL.RawPath != "":
		problem.Refuse(w, r, http.StatusNotFound, "Nothing is at this address.")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		problem.Refuse(w, r, http.StatusMethodNotAllowed, "This address takes GET, HEAD.")
	default:
		header := w.Header()
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Cache-Control", "no-store")
		header.Set("Content-Type", "application/json")
		header.Set("Content-Length", strconv.Itoa(len(Body)))
		if r.Method == http.MethodGet {
			w.Write([]byte(Body)) // an error means that whoever asked has gone
		}
	}
}
