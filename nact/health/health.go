// Package health answers those who start a service and watch it: whether it lives, and whether it takes requests.
package health

import (
	"net/http"
	"strconv"

	"github.com/nactgen/nactgen/nact/problem"
)

// The addresses of the checks. They do not move with the root of a service.
const (
	Live  = "/healthz"
	Ready = "/readyz"
)

// Body is the answer of a service that is well, in JSON. A service that runs is: what it depends on is asked when it is needed.
const Body = `{"status":"ok"}`

// Handler answers the checks, and says of every other address that nothing is there. It is for a service whose faces have nothing there either.
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
		answer(w, r)
	}
}

func answer(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(Body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write([]byte(Body)) // an error means that whoever asked has gone
	}
}
