package manifest

import (
	"regexp"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Auth is one credential for an upstream: a scheme of the document, or one stated here. With Scheme, the values are those that
// some kind of credential needs; whether it is the scheme's, only the document says. With Type, the values of the type are there, but perhaps
// those that may be left out.
type Auth struct {
	Pos    diag.Position
	Scheme Value[string]        // name of one of the document's security schemes
	Type   Value[string]        // instead of Scheme: the name of an [auth.Kind]
	In     Value[string]        // beside a type that does not say it: header, query or cookie
	Name   Value[string]        // beside a type that does not say it: of the header, query parameter or cookie
	Values map[string]*Template // by key: token, username, ...; see [auth.Kind.Values]

	Scopes []Value[string] // of an access token
	Sign   Value[string]   // the function that signs requests
	With   []*Entry        // its arguments: templates

	ClientAuth Value[string] // how the service proves itself at a token endpoint: [auth.ByBasic] or [auth.ByPost]
}

// auths is the target of one credential or a list of them.
func auths(dst *[]*Auth) target {
	return oneOrMore("", target{form: authForm, read: func(r *reader, what string, n *yaml.Node) {
		if a := newAuth(r, what, n); a != nil {
			*dst = append(*dst, a)
		}
	}})
}

// authForm is that of a credential. Beside a scheme, the document says which values there are.
func authForm(b *book) *Form {
	rules := []rule{{FormRule: FormRule{Needs: []string{"type", "scheme"}}}, {FormRule: FormRule{Key: "scheme", Not: []string{"type", "in", "name"}}}}
	for _, name := range auth.Names() {
		for _, key := range authKeys() {
			switch takes, needs := auth.Named(name).HasKey(key); {
			case needs:
				rules = append(rules, rule{FormRule: FormRule{Key: "type", Is: []string{name}, Needs: []string{key}}})
			case !takes:
				rules = append(rules, rule{FormRule: FormRule{Key: "type", Is: []string{name}, Not: []string{key}}})
			}
		}
	}
	return b.keys("credentials", new(Auth).fields(), rules...)
}

// authKeys are the keys beside the type of a credential.
func authKeys() []string { return append([]string{"in", "name"}, auth.Keys()...) }

// newAuth reads a credential, or returns nil if anything about it is wrong: half a credential is of no use to a check.
func newAuth(r *reader, what string, n *yaml.Node) *Auth {
	keys := keyNodes(n)
	at, before := r.place(n), r.all
	a := &Auth{Pos: at.pos, Values: map[string]*Template{}}
	r.mapping(n, what, at, a.fields()...)
	if n.Kind == yaml.MappingNode {
		(&authCheck{r, what, at, keys}).keysOf(a)
	}
	if r.all > before {
		return nil
	}
	return a
}

func (a *Auth) fields() []field {
	fields := []field{
		optional("scheme", value(&a.Scheme, text(oneLine))),
		optional("type", value(&a.Type, text(oneOf(auth.Names()...)))),
		optional("in", value(&a.In, text(oneOf(auth.Places...)))),
		optional("name", value(&a.Name, text(oneLine))),
	}
	fields = append(fields,
		optional(auth.ScopesKey, texts(&a.Scopes, text(scope))),
		optional(auth.SignKey, value(&a.Sign, text(snake))),
		optional(auth.WithKey, entries(&a.With)),
		optional(auth.ClientAuthKey, value(&a.ClientAuth, text(oneOf(auth.ByBasic, auth.ByPost)))),
	)
	for _, key := range auth.Keys() {
		if slices.Contains(auth.GrantKeys, key) || slices.Contains(auth.SignKeys, key) {
			continue
		}
		fields = append(fields, optional(key, target{form: leaf(templateForm), read: func(r *reader, what string, n *yaml.Node) { a.Values[key] = newTemplate(r, what, n) }}))
	}
	return fields
}

// scope is a scope of an access token as RFC 6749 spells it, in section 3.3.
var scope = matching(regexp.MustCompile(`^[!#-\[\]-~]+$`), "bad-value", "a scope, which is a word without spaces, quotes and backslashes")

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
	var given []string
	for _, key := range auth.Keys() {
		if c.keys[key] != nil {
			given = append(given, key)
		}
	}
	if auth.Holding(given) == nil {
		c.errorf(c.at, "missing-key", "%s needs, beside scheme, either %s", c.what, auth.Forms())
	}
}

// ofType checks the keys beside type.
func (c *authCheck) ofType(a *Auth) {
	kind := auth.Named(a.Type.V)
	for _, key := range authKeys() {
		takes, needs := kind.HasKey(key)
		switch n := c.keys[key]; {
		case n == nil && needs:
			c.errorf(c.at, "missing-key", "missing key %q in %s of type %s", key, c.what, a.Type.V)
		case !takes && n != nil:
			c.errorf(c.place(n), "conflicting-keys", "%s of type %s takes no %q", c.what, a.Type.V, key)
		}
	}
	if a.Name.Set && a.In.V != string(auth.Query) && !IsToken(a.Name.V) {
		c.errorf(a.Name.place(), "bad-name", "%s is no name of a header or cookie", diag.Quote(a.Name.V))
	}
}
