package manifest

import (
	"net/http"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Key is where an upstream takes the key of a call: the name of a header, of a parameter of the query or of a member of the body.
type Key struct {
	Value[string]
	In string // header, query or body
}

// keyPlaces are the keys of idempotency, of which one is there.
var keyPlaces = []string{"header", "query", "body"}

// key is the target of where an upstream takes a key for a call.
func key(dst *Key) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		dst.Pos = at.pos
		const where = "%s must say where the upstream takes the key, as in {header: Idempotency-Key} or {body: idempotency_key}"
		if n.Kind == yaml.ScalarNode {
			r.errorf(at, "type", where, what)
			return
		}
		var header, query, body Value[string]
		r.mapping(n, what, at,
			optional("header", value(&header, text(keyHeaderName))),
			optional("query", value(&query, text())),
			optional("body", value(&body, text())),
		)
		keys := r.keysOf(n)
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			r.errorf(at, "missing-key", where, what)
		}
		for i, place := range keyPlaces {
			keys.refuse(place, slices.ContainsFunc(keyPlaces[:i], keys.has), "%s has several places; an upstream takes a key in one of header, query and body", what)
		}
		for i, named := range []Value[string]{header, query, body} {
			if named.Set && !dst.Set {
				dst.Value, dst.In = named, keyPlaces[i]
			}
		}
	}}
}

// keyHeaderName is the name of a header that is free for a key.
func keyHeaderName(s string) *problem {
	taken := []string{"Accept", "Accept-Encoding", "Authorization", "Connection", "Content-Length", "Content-Type", "Cookie", "Host", "Transfer-Encoding", "User-Agent"}
	switch {
	case !IsToken(s):
		return problemf("bad-value", "must be the name of a header, as in Idempotency-Key, not %s", diag.Quote(s))
	case slices.Contains(taken, http.CanonicalHeaderKey(s)):
		return problemf("bad-value", "must be the header in which the upstream takes a key, as in Idempotency-Key; %s has another meaning", http.CanonicalHeaderKey(s))
	}
	return nil
}
