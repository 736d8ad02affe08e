package upstream

import (
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// credentials checks the auth section. A scheme of the document says how; a type that is stated here needs no document.
func (c *checker) credentials() []plan.Credential {
	var credentials []plan.Credential
	for _, a := range c.manifest.Auth {
		credential, ok := c.credential(a)
		if !ok {
			continue
		}
		if credential.In == auth.Header && operation.Managed(credential.Name) {
			c.found.Errorf(a.Pos, 0, "header", "the header %s is the HTTP client's own, so that no key can be sent in it", credential.Name)
			continue
		}
		credential.Values = lists.Map(credential.Kind.Values, func(v auth.Value) ir.Node { return c.credentialValue(a, v.Key) })
		credentials = append(credentials, credential)
	}
	return credentials
}

// credentialValue is a value of a credential. The manifest's reader has seen to it that one is there where the type is stated;
// beside a scheme, only the document says which.
func (c *checker) credentialValue(a *manifest.Auth, key string) ir.Node {
	t := a.Values[key]
	if t == nil {
		c.found.ErrorAt(a.Scheme, "missing-key", "the scheme %s needs %s, as in %s: ${config.key}", a.Scheme.V, key, key)
		return nil
	}
	return c.configText(t)
}

// credential decides the kind of a credential, and where it is sent.
func (c *checker) credential(a *manifest.Auth) (plan.Credential, bool) {
	if a.Scheme.Set {
		return c.schemeCredential(a.Scheme)
	}
	return credentialOf(auth.Named(a.Type.V), a.In.V, a.Name.V), true
}

// credentialOf is a credential of a kind that is sent, if its kind leaves that open, in a part of a request under a name.
func credentialOf(kind *auth.Kind, in, name string) plan.Credential {
	if kind.Header != "" {
		in, name = string(auth.Header), kind.Header
	}
	return plan.Credential{Kind: kind, In: auth.In(in), Name: name}
}

// schemeCredential is what a security scheme of the document asks for.
func (c *checker) schemeCredential(name manifest.Value[string]) (plan.Credential, bool) {
	if c.document == nil {
		return plan.Credential{}, false
	}
	schemes, err := c.document.SecuritySchemes()
	if s := lists.Find(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name.V }); s != nil {
		return c.supported(s, name)
	}
	if err != nil {
		document.Report(c.manifest.OpenAPI, err, "the upstream "+c.manifest.Name.V+" asks for the scheme "+name.V, c.found)
		return plan.Credential{}, false
	}
	names := lists.Map(schemes, func(s *spec.SecurityScheme) string { return s.Name })
	c.found.ErrorAt(name, "unknown-name", "%s has no security scheme %q%s", c.document.Path, name.V, typeHint(name.V, names))
	return plan.Credential{}, false
}

func (c *checker) supported(s *spec.SecurityScheme, name manifest.Value[string]) (plan.Credential, bool) {
	if kind := auth.For(s.Type, s.Scheme); kind != nil {
		return credentialOf(kind, s.In, s.Param), true
	}
	kind := strings.TrimSpace(s.Type + " " + s.Scheme)
	c.found.ErrorAt(name, "not-implemented", "the scheme %s is %s, which is not implemented yet in this release: apiKey, http basic and http bearer are%s", s.Name, kind, tokenHint(s))
	return plan.Credential{}, false
}

// tokenHint says how a scheme is satisfied whose tokens come from elsewhere.
func tokenHint(s *spec.SecurityScheme) string {
	if s.Type != "oauth2" && s.Type != "openIdConnect" {
		return ""
	}
	return "; an access token that you have is sent with {type: bearer, token: \"${config.token}\"}"
}

// typeHint says what was meant by the name of a scheme that no document has: a type of credentials, or one of the names.
func typeHint(name string, names []string) string {
	if auth.Named(name) != nil {
		return "; it is a type, as in type: " + name
	}
	return diag.Known(name, names)
}
