package nacttest

import (
	"io"
	"net/http"
)

// Tokens returns the URL of an endpoint that gives an access token to everybody, for upstreams that are called with one.
func (r *Replay) Tokens() string {
	const name = ".tokens" // no upstream is called so
	return r.listen(name, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"access_token":"example","token_type":"Bearer","expires_in":3600}`)
	}))
}
