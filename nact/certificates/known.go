package certificates

import (
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/watch"
)

// Known proves callers by the certificates of their connections.
type Known struct {
	scopes []string // that tools need
	inline []line
	file   *watch.Lines[line] // nil: there is none
	logger *slog.Logger
	table  atomic.Pointer[map[string]*nact.Caller] // by name
}

// Authenticate returns who sends a request by the certificate of its connection. A request with credentials of its own is not about that: a proxy that has a
// certificate hands on the keys of others.
func (k *Known) Authenticate(r *http.Request) (*nact.Caller, error) {
	if callers.HasCredentials(r) || r.TLS == nil || len(r.TLS.VerifiedChains) == 0 {
		return nil, nil
	}
	k.renew()
	leaf := r.TLS.PeerCertificates[0]
	names := namesOf(leaf)
	if time.Now().After(leaf.NotAfter) { // the connection may last longer than it
		return nil, &callers.Refused{Reason: "The certificate of the caller has expired.", Err: named(names)}
	}
	table := *k.table.Load()
	var found *nact.Caller
	for _, name := range names {
		switch c := table[name]; {
		case c == nil:
		case found != nil && found.ID != c.ID:
			return nil, &callers.Refused{Reason: "The certificate has the names of several callers.", Err: named(names)}
		case found != nil:
			found = &nact.Caller{ID: c.ID, Private: true, Scopes: append(slices.Clone(found.Scopes), c.Scopes...)}
		default:
			found = c
		}
	}
	if found == nil {
		return nil, &callers.Refused{Reason: "The certificate has no name that this service knows.", Err: named(names)}
	}
	return found, nil
}

// named is the error of a certificate with names.
func named(names []string) error {
	return errors.New(nact.Printable(strings.Join(names, ", "), loggedNames))
}

// loggedNames is how much of the names of a certificate stands in the log at most, in bytes.
const loggedNames = 512

// Schemes returns that of mutual TLS.
func (k *Known) Schemes() []callers.Scheme {
	return []callers.Scheme{{Name: "mutualTLS", JSON: `{"type":"mutualTLS"}`}}
}

// renew takes the names of a file that has changed into use. If it cannot be read, or something in it is wrong, those before it stay.
func (k *Known) renew() {
	if k.file == nil {
		return
	}
	k.file.LookLines(func(lines []line, err error) {
		if err == nil {
			err = k.use(lines)
		}
		if err != nil {
			k.logger.Error("the file of client certificates cannot be used: what it said before counts", "cause", err.Error())
			return
		}
		k.logger.Info("the file of client certificates has changed", "names", len(lines))
	})
}

// use takes names of a file into use, beside those that are always there. Scopes that no tool needs are logged: they may be misspelt.
func (k *Known) use(lines []line) error {
	table := make(map[string]*nact.Caller)
	for _, l := range slices.Concat(k.inline, lines) {
		if table[l.name] != nil {
			return errors.New("the name of " + l.id + " stands in NACT_CLIENT_CERTIFICATES as well: a name is that of one caller")
		}
		table[l.name] = &nact.Caller{ID: "certificate:" + l.id, Scopes: l.scopes, Private: true}
		for _, scope := range l.scopes {
			if !slices.Contains(k.scopes, scope) {
				k.logger.Warn("a client certificate has a scope that no tool of the service needs", "caller", l.id, "line", l.number, "scope", nact.Printable(scope, loggedNames))
			}
		}
	}
	k.table.Store(&table)
	return nil
}
