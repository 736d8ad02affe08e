package manifest

import (
	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Auth is one credential for an upstream: a scheme of the document, or one stated here. With Scheme, the values are
// those that the scheme's kind needs: Value for an API key, Token for bearer, Username and Password for basic; which of
// them that is, only the document says. With Type, exactly the values of the type are there.
type Auth struct {
	Pos      diag.Position
	Scheme   Value[string] // name of one of the document's security schemes
	Type     Value[string] // instead of Scheme: api_key, basic or bearer
	In       Value[string] // api_key: header, query or cookie
	Name     Value[string] // api_key: name of the header, query parameter or cookie
	Value    *Template     // api_key: the key
	Token    *Template     // bearer
	Username *Template     // basic
	Password *Template     // basic
}

// authKeys are the keys of a credential that only one type of it has, and then needs.
var authKeys = []struct{ key, kind string }{
	{"in", "api_key"}, {"name", "api_key"}, {"value", "api_key"},
	{"username", "basic"}, {"password", "basic"},
	{"token", "bearer"},
}

// auths is the target of one credential or a list of them.
func auths(dst *[]*Auth) target {
	add := func(r *reader, what string, n *yaml.Node) {
		if a := r.auth(what, n); a != nil {
			*dst = append(*dst, a)
		}
	}
	return target{read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.SequenceNode {
			list(add).read(r, what, n)
			return
		}
		add(r, what, n)
	}}
}

// auth reads a credential, or returns nil if anything about it is wrong: half a credential is of no use to a check. One
// of type oauth2 is refused as a whole, as its other keys have no meaning yet.
func (r *reader) auth(what string, n *yaml.Node) *Auth {
	keys := keyNodes(n)
	if kind := keys["type"]; kind != nil && valueOf(n, kind).Value == "oauth2" {
		r.notImplemented(r.place(valueOf(n, kind)), "oauth2")
		return nil
	}
	at, before := r.place(n), len(r.list)
	a := &Auth{Pos: at.pos}
	r.mapping(n, what, at,
		optional("scheme", value(&a.Scheme, text(oneLine))),
		optional("type", value(&a.Type, text(oneOf("api_key", "basic", "bearer")))),
		optional("in", value(&a.In, text(oneOf("header", "query", "cookie")))),
		optional("name", value(&a.Name, text(oneLine))),
		optional("value", template(&a.Value)),
		optional("token", template(&a.Token)),
		optional("username", template(&a.Username)),
		optional("password", template(&a.Password)),
	)
	if n.Kind == yaml.MappingNode {
		r.checkAuth(a, at, what, keys)
	}
	if len(r.list) > before {
		return nil
	}
	return a
}

// checkAuth checks that the keys of a credential are those of its type.
func (r *reader) checkAuth(a *Auth, at place, what string, keys map[string]*yaml.Node) {
	switch scheme, kind := keys["scheme"], keys["type"]; {
	case scheme != nil && kind != nil:
		r.errorf(r.place(kind), "conflicting-keys", "%s has scheme and type; name a scheme of the document, or state a type", what)
	case scheme != nil:
		r.checkSchemeKeys(at, what, keys)
	case kind == nil:
		r.errorf(at, "missing-key", "missing key \"type\" or \"scheme\" in %s", what)
	case a.Type.Set:
		r.checkTypeKeys(a, at, what, keys)
	}
}

// checkSchemeKeys checks the keys beside scheme: where the credential goes is the document's to say.
func (r *reader) checkSchemeKeys(at place, what string, keys map[string]*yaml.Node) {
	for _, key := range []string{"in", "name"} {
		if n := keys[key]; n != nil {
			r.errorf(r.place(n), "conflicting-keys", "%s has scheme and %s; the document says where the credential goes", what, key)
		}
	}
	forms := 0
	for _, first := range []string{"value", "token", "username"} {
		if keys[first] != nil {
			forms++
		}
	}
	if forms != 1 || (keys["username"] == nil) != (keys["password"] == nil) {
		r.errorf(at, "missing-key", "%s needs, beside scheme, either value, or token, or username and password", what)
	}
}

func (r *reader) checkTypeKeys(a *Auth, at place, what string, keys map[string]*yaml.Node) {
	for _, k := range authKeys {
		switch n := keys[k.key]; {
		case k.kind == a.Type.V && n == nil:
			r.errorf(at, "missing-key", "missing key %q in %s of type %s", k.key, what, a.Type.V)
		case k.kind != a.Type.V && n != nil:
			r.errorf(r.place(n), "conflicting-keys", "%s of type %s takes no %q", what, a.Type.V, k.key)
		}
	}
	if a.Name.Set && a.In.V != "query" && !httpToken.MatchString(a.Name.V) {
		r.errorf(a.Name.place(), "bad-name", "%s is no name of a header or cookie", quote(a.Name.V))
	}
}
