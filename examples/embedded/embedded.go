// Package embedded shows a generated package in a program of one's own: its tools under a path of the program's server, called by users of the program, over
// connections of the program's. The page about it is docs/guides/embedding.md.
package embedded

import (
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/nactgen/nactgen/examples/nws/nwstools"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/upstream"
)

// Users finds out who sends a request. It stands for what a program has for that: sessions, tokens, certificates.
type Users interface {
	// Of returns the ID of a user, which is the same with each request, and what an upstream takes for that user.
	Of(r *http.Request) (id, credential string, err error)
}

// New returns the handler of a program that serves the weather tools under /agents to its users. weather is where the weather service is.
func New(users Users, weather *url.URL, logger *slog.Logger) (http.Handler, error) {
	tools, err := nwstools.New(nwstools.Config{
		Root:      "/agents", // as the program's own mux has it
		Upstreams: map[string]string{"weather": weather.String()},
		Transport: perUser{next: upstream.NewTransport(), host: weather.Host},
		Logger:    logger,
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/agents/", known(users, tools))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "the program's own pages", http.StatusNotFound)
	})
	return mux, nil
}

// known lets in who is a user, and says who that is: to the log, to idempotency keys, which belong to callers, and to the transport.
func known(users Users, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, credential, err := users.Of(r)
		if err != nil {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		ctx := nact.WithCaller(r.Context(), &nact.Caller{ID: id})
		next.ServeHTTP(w, r.WithContext(withCredential(ctx, credential)))
	})
}

// perUser is the transport of the program: it sees each attempt to call an upstream in the context of the request that it is made for.
type perUser struct {
	next http.RoundTripper
	host string // which gets the credentials of users, and no other one
}

// RoundTrip sends a request, to the host with the credential of the user for whom it is made.
func (p perUser) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host != p.host { // another upstream, or where this one redirects to
		return p.next.RoundTrip(r)
	}
	credential := credentialOf(r.Context())
	if credential == "" {
		return nil, errors.New("nobody is known for whom this request is made")
	}
	r = r.Clone(r.Context()) // a transport changes no request that it is given
	r.Header.Set("Authorization", "Bearer "+credential)
	return p.next.RoundTrip(r)
}
