//go:build unix

package bench

import (
	"io"
	"net/http"
)

// floor makes the three calls of the tool and drops what they answer: it decodes and checks nothing, and its own answer is always
// the same. Nothing on net/http does the tool's work for less.
type floor struct {
	base      string
	transport http.RoundTripper
}

func (f *floor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	for _, path := range []string{"/geocode?q=Omaha", "/points/41.25626,-95.94043", "/gridpoints/OAX/83,59/forecast"} {
		if err := f.call(r, path); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, want)
}

func (f *floor) call(r *http.Request, path string) error {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, f.base+path, nil)
	if err != nil {
		return err
	}
	answer, err := f.transport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}
