package apikeys

import (
	"crypto/rand"
	"crypto/sha256"
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/watch"
)

// Keys proves callers by their API keys, in the field X-API-Key or, as a bearer token, in Authorization.
type Keys struct {
	scopes []string // that tools need
	inline []line
	file   *watch.Lines[line] // nil: there is none
	logger *slog.Logger
	now    func() time.Time
	table  atomic.Pointer[table]
}

// table is keys by the blinded hash of them.
type table struct {
	blind [32]byte // drawn at random
	known map[[sha256.Size]byte]*entry
}

// entry is one key.
type entry struct {
	caller  nact.Caller
	expires time.Time
}

// blinded returns by what a key with a hash is found. What it takes to look for it tells nothing about the hashes that are there: without knowledge of
// blind, nobody can choose what is compared with them.
func (t *table) blinded(sum [sha256.Size]byte) [sha256.Size]byte {
	var text [len(t.blind) + sha256.Size]byte
	copy(text[:], t.blind[:])
	copy(text[len(t.blind):], sum[:])
	return sha256.Sum256(text[:])
}

// newTable returns a table of keys. The last of a hash counts.
func newTable(lines []line) *table {
	t := &table{known: make(map[[sha256.Size]byte]*entry, len(lines))}
	rand.Read(t.blind[:])
	for _, l := range lines {
		t.known[t.blinded(l.sum)] = &entry{caller: nact.Caller{ID: "api-key:" + l.id, Scopes: l.scopes, Private: true}, expires: l.expires}
	}
	return t
}

// longestKey is how long a key is at most, in bytes. Something longer is none.
const longestKey = 1 << 10

// Authenticate returns who sends a request by its key. A bearer token that is no key may be a token of another kind.
func (k *Keys) Authenticate(r *http.Request) (*nact.Caller, error) {
	k.renew()
	given, token := r.Header[callers.KeyField], callers.Bearer(r)
	switch {
	case len(given) > 1 || len(given) == 1 && token != "":
		return nil, &callers.Refused{Reason: "The request has several credentials: send one."}
	case len(given) == 1:
		caller, err := k.find(given[0])
		if caller == nil && err == nil {
			err = &callers.Refused{Reason: "The API key is not valid."}
		}
		return caller, err
	case token != "":
		return k.find(token)
	}
	return nil, nil
}

// find returns whose key it is, or nil if it is none.
func (k *Keys) find(key string) (*nact.Caller, error) {
	if key == "" || len(key) > longestKey {
		return nil, nil
	}
	t := k.table.Load()
	e := t.known[t.blinded(sha256.Sum256([]byte(key)))]
	if e == nil {
		return nil, nil
	}
	if !e.expires.IsZero() && !k.now().Before(e.expires) {
		return nil, &callers.Refused{Reason: "The API key has expired.", Err: expired(e.caller.ID)}
	}
	return &e.caller, nil
}

// expired is whose key has.
type expired string

// Error returns the ID of the caller.
func (e expired) Error() string { return string(e) }

// Schemes returns both fields.
func (k *Keys) Schemes() []callers.Scheme {
	return []callers.Scheme{callers.BearerScheme, {Name: "apiKey", JSON: `{"type":"apiKey","in":"header","name":"X-API-Key"}`}}
}

// use takes keys of a file into use, beside those that are always there.
func (k *Keys) use(lines []line) {
	k.table.Store(newTable(slices.Concat(k.inline, lines)))
	k.warn(lines)
}

// warn logs scopes that no tool needs: they may be misspelt. They are no error, so that keys can be made for the next release of the service.
func (k *Keys) warn(lines []line) {
	for _, l := range lines {
		for _, scope := range l.scopes {
			if !slices.Contains(k.scopes, scope) {
				k.logger.Warn("an API key has a scope that no tool of the service needs", "caller", l.id, "line", l.number, "scope", nact.Printable(scope, loggedScope))
			}
		}
	}
}

// loggedScope is how much of a scope stands in the log at most, in bytes.
const loggedScope = 128
