package manifest

import (
	"go.yaml.in/yaml/v4"

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
		if a := newAuth(r, what, n); a != nil {
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

// newAuth reads a credential, or returns nil if anything about it is wrong: half a credential is of no use to a check. One
// of type oauth2 is refused as a whole, as its other keys have no meaning yet.
func newAuth(r *reader, what string, n *yaml.Node) *Auth {
	keys := keyNodes(n)
	if kind := keys["type"]; kind != nil && valueOf(n, kind).Value == "oauth2" {
		r.notImplemented(r.place(valueOf(n, kind)), "oauth2")
		return nil
	}
	at, before := r.place(n), r.all
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
		(&authCheck{r, what, at, keys}).keysOf(a)
	}
	if r.all > before {
		return nil
	}
	return a
}

// authCheck checks which keys stand together in a credential.
type authCheck struct {
	*reader
	what string
	at   place
	keys map[string]*yaml.Node // by their text
}

// keysOf checks that the keys of a credential are those of its scheme or type.
func (c *authCheck) keysOf(a *Auth) {
	switch scheme, kind := c.keys["scheme"], c.keys["type"]; {
	case scheme != nil && kind != nil:
		c.errorf(c.place(kind), "conflicting-keys", "%s has scheme and type; name a scheme of the document, or state a type", c.what)
	case scheme != nil:
		c.besideScheme()
	case kind == nil:
		c.errorf(c.at, "missing-key", "missing key \"type\" or \"scheme\" in %s", c.what)
	case a.Type.Set:
		c.ofType(a)
	}
}

// besideScheme checks the keys beside scheme: where the credential goes is the document's to say.
func (c *authCheck) besideScheme() {
	for _, key := range []string{"in", "name"} {
		if n := c.keys[key]; n != nil {
			c.errorf(c.place(n), "conflicting-keys", "%s has scheme and %s; the document says where the credential goes", c.what, key)
		}
	}
	forms := 0
	for _, first := range []string{"value", "token", "username"} {
		if c.keys[first] != nil {
			forms++
		}
	}
	if forms != 1 || (c.keys["username"] == nil) != (c.keys["password"] == nil) {
		c.errorf(c.at, "missing-key", "%s needs, beside scheme, either value, or token, or username and password", c.what)
	}
}

// ofType checks the keys beside type.
func (c *authCheck) ofType(a *Auth) {
	for _, k := range authKeys {
		switch n := c.keys[k.key]; {
		case k.kind == a.Type.V && n == nil:
			c.errorf(c.at, "missing-key", "missing key %q in %s of type %s", k.key, c.what, a.Type.V)
		case k.kind != a.Type.V && n != nil:
			c.errorf(c.place(n), "conflicting-keys", "%s of type %s takes no %q", c.what, a.Type.V, k.key)
		}
	}
	if a.Name.Set && a.In.V != "query" && !httpToken.MatchString(a.Name.V) {
		c.errorf(a.Name.place(), "bad-name", "%s is no name of a header or cookie", quote(a.Name.V))
	}
}
