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
	return target{form: keyForm, read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		dst.Pos = at.pos
		const where = "%s must say where the upstream takes the key, as in {header: Idempotency-Key} or {body: idempotency_key}"
		if n.Kind == yaml.ScalarNode {
			r.errorf(at, "type", where, what)
			return
		}
		var header, query, body Value[string]
		r.mapping(n, what, at, keyFields(&header, &query, &body)...)
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			r.errorf(at, "missing-key", where, what)
		}
		r.keysOf(n).check(what, keyRules)
		for i, named := range []Value[string]{header, query, body} {
			if named.Set && !dst.Set {
				dst.Value, dst.In = named, keyPlaces[i]
			}
		}
	}}
}

func keyFields(header, query, body *Value[string]) []field {
	return []field{
		optional("header", value(header, text(keyHeaderName))),
		optional("query", value(query, text())),
		optional("body", value(body, text())),
	}
}

func keyForm(b *book) *Form {
	var name Value[string]
	return b.keys("idempotency", keyFields(&name, &name, &name), append([]rule{{FormRule: FormRule{Needs: keyPlaces}}}, keyRules...)...)
}

// keyRules say that there is one place.
var keyRules = []rule{apart("query", severalPlaces, "header"), apart("body", severalPlaces, "header", "query")}

const severalPlaces = "%[1]s has several places; an upstream takes a key in one of header, query and body"

// keyHeaderName is the name of a header that is free for a key.
var keyHeaderName = check{Form{Patterns: []string{unanchored(httpToken)}}, func(s string) *problem {
	taken := []string{"Accept", "Accept-Encoding", "Authorization", "Connection", "Content-Length", "Content-Type", "Cookie", "Host", "Transfer-Encoding", "User-Agent"}
	switch {
	case !IsToken(s):
		return problemf("bad-value", "must be the name of a header, as in Idempotency-Key, not %s", diag.Quote(s))
	case slices.Contains(taken, http.CanonicalHeaderKey(s)):
		return problemf("bad-value", "must be the header in which the upstream takes a key, as in Idempotency-Key; %s has another meaning", http.CanonicalHeaderKey(s))
	}
	return nil
}}
