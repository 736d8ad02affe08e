// Package callers asks who calls a service before anything else is done with a request, and gives each caller the part of the service that it may
// use. A [Gate] stands in front of the faces; [Authenticator]s prove who sends a request. What a gate refuses reaches neither a tool nor an upstream.
package callers

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/health"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/problem"
)

// Config says who is let in. Only Name is required.
type Config struct {
	Name           string          // of the service, as challenges have it
	Authenticators []Authenticator // asked in this order. Whom the context of a request names already ([nact.WithCaller]) is not asked
	Logger         *slog.Logger    // nil: nothing is logged
	Observer       nact.Observer   // is told of requests that are refused, if it is a [nact.GateObserver]; nil: nobody is
}

// Serve makes the handler of a view. Tools that the callers of the view may not call are denied.
type Serve func(view *nact.View, tools []nact.Tool) (http.Handler, error)

// Gate asks who calls, and hands a request on to the handler for what the caller may see. It is safe for concurrent use.
type Gate struct {
	config  Config
	tools   []nact.Tool
	serve   Serve
	schemes []Scheme
	bearer  bool         // credentials can be asked for by a challenge
	guide   Guide        // nil: nobody tells clients where to get credentials
	scopes  []string     // that tools need, sorted
	public  bool         // somebody who proves nothing may call some tool
	whole   http.Handler // of a caller who may call all tools

	mu    sync.Mutex
	views map[string]*view // by name
	asked uint64           // how often views were asked for
}

// New returns a gate in front of the handlers that serve makes of the tools. An error is one of serve.
func New(c Config, tools []nact.Tool, serve Serve) (*Gate, error) {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	g := &Gate{config: c, tools: tools, serve: serve, views: make(map[string]*view)}
	for _, t := range tools {
		if t.Access == nil {
			g.public = true
		} else {
			g.scopes = append(g.scopes, t.Access.Scopes...)
		}
	}
	slices.Sort(g.scopes)
	g.scopes = slices.Compact(g.scopes)
	for _, a := range c.Authenticators {
		if guide, ok := a.(Guide); ok {
			g.guide = guide
		}
		for _, s := range a.Schemes() {
			if !slices.Contains(g.schemes, s) {
				g.schemes = append(g.schemes, s)
			}
		}
	}
	g.bearer = slices.Contains(g.schemes, BearerScheme)
	var err error
	g.whole, err = g.handler(&nact.Caller{Scopes: g.scopes})
	return g, err
}

// Why a request is refused.
const (
	noCredentials  = "This service wants to know who calls: send credentials."
	badCredentials = "The credentials are not valid for this service."
	notChecked     = "The service cannot check credentials at the moment. Try again later."
)

// ServeHTTP answers one request. Health checks are answered to anybody: those who watch a service have no credentials, and learn nothing.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == health.Live || r.URL.Path == health.Ready {
		g.whole.ServeHTTP(w, r)
		return
	}
	if g.guide != nil && g.guide.ServeMetadata(w, r, g.scopes) {
		return
	}
	caller, err := g.prove(r)
	if err != nil {
		g.refuse(w, r, err)
		return
	}
	handler, err := g.handler(caller)
	if err != nil {
		g.config.Logger.LogAttrs(r.Context(), slog.LevelError, "a view of the tools cannot be made", slog.String("cause", err.Error()))
		problem.Refuse(w, r, http.StatusInternalServerError, "The service failed.")
		return
	}
	if caller != nil {
		r = r.WithContext(nact.WithCaller(r.Context(), caller))
	}
	handler.ServeHTTP(w, r)
}

// errNobody is the error of a request without credentials where some are needed.
var errNobody = &Refused{Reason: noCredentials}

// prove returns who sends a request, or nil if that is nobody in particular and a tool is public.
func (g *Gate) prove(r *http.Request) (*nact.Caller, error) {
	if caller := nact.CallerOf(r.Context()); caller != nil {
		return caller, nil
	}
	for _, a := range g.config.Authenticators {
		if caller, err := a.Authenticate(r); caller != nil || err != nil {
			return caller, err
		}
	}
	switch {
	case HasCredentials(r):
		return nil, &Refused{Reason: badCredentials}
	case g.public:
		return nil, nil
	}
	return nil, errNobody
}

// refuse answers a request that is not let in.
func (g *Gate) refuse(w http.ResponseWriter, r *http.Request, err error) {
	line := invocation.Line{Status: http.StatusUnauthorized, More: []slog.Attr{slog.String("cause", nact.Printable(err.Error(), loggedCause))}}
	var refused *Refused
	if !errors.As(err, &refused) {
		line.Level, line.Status = slog.LevelError, http.StatusServiceUnavailable
		w.Header().Set("Retry-After", "5")
		g.tell(r, "credentials-not-checked")
		line.Refuse(w, r, notChecked, g.config.Logger)
		return
	}
	c, reason := challenge{code: invalidToken, reason: refused.Reason}, "bad-credentials"
	if refused == errNobody {
		c, reason = challenge{}, "no-credentials"
	}
	if g.bearer {
		w.Header().Set("WWW-Authenticate", g.field(c, r.URL.Path))
	} else {
		line.Status = http.StatusForbidden // a certificate can be shown with a connection alone, and a 401 has to have a challenge
	}
	g.tell(r, reason)
	line.Refuse(w, r, refused.Reason, g.config.Logger)
}

// tell tells the observer of a request that is refused.
func (g *Gate) tell(r *http.Request, reason string) {
	if observer, ok := g.config.Observer.(nact.GateObserver); ok {
		observer.Refused(r.Context(), reason)
	}
}

// loggedCause is how much of why a request is refused stands in the log at most, in bytes.
const loggedCause = 1 << 10

// nameOf returns the name of what a caller sees.
func (g *Gate) nameOf(b []byte, caller *nact.Caller) []byte {
	if caller == nil {
		return append(b, "anybody"...)
	}
	b = append(b, "caller"...)
	for _, s := range g.scopes {
		if slices.Contains(caller.Scopes, s) {
			b = append(append(b, ' '), s...)
		}
	}
	return b
}

// permits reports whether a caller may call a tool.
func permits(caller *nact.Caller, access *nact.Access) bool {
	if access == nil || caller == nil {
		return access == nil
	}
	return !slices.ContainsFunc(access.Scopes, func(scope string) bool { return !slices.Contains(caller.Scopes, scope) })
}
