package manifest

import (
	"net/http"
	"slices"

	"go.yaml.in/yaml/v4"
)

// keyHeader is the target of the header in which an upstream takes a key for a call.
func keyHeader(dst *Value[string]) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		dst.Pos = at.pos
		if n.Kind == yaml.ScalarNode {
			r.errorf(at, "type", "%s must say where the upstream takes the key, as in {header: Idempotency-Key}", what)
			return
		}
		r.mapping(n, what, at, required("header", value(dst, text(keyHeaderName))))
	}}
}

// keyHeaderName is the name of a header that is free for a key.
func keyHeaderName(s string) *problem {
	taken := []string{"Accept", "Accept-Encoding", "Authorization", "Connection", "Content-Length", "Content-Type", "Cookie", "Host", "Transfer-Encoding", "User-Agent"}
	switch {
	case !httpToken.MatchString(s):
		return problemf("bad-value", "must be the name of a header, as in Idempotency-Key, not %s", quote(s))
	case slices.Contains(taken, http.CanonicalHeaderKey(s)):
		return problemf("bad-value", "must be the header in which the upstream takes a key, as in Idempotency-Key; %s has another meaning", http.CanonicalHeaderKey(s))
	}
	return nil
}

// checkKey refuses a key for what is called more than once.
func checkKey(r *reader, what string, n *yaml.Node) {
	keys := keyNodes(n)
	if keys["idempotency"] != nil && keys["paginate"] != nil {
		r.errorf(r.place(keys["idempotency"]), "conflicting-keys", "%s has \"idempotency\" and \"paginate\"; pages are read, and a key is for a call that changes something", what)
	}
}
