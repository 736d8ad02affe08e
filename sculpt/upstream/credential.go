package upstream

import (
	"slices"
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
		credential, scheme, ok := c.credential(a)
		if !ok {
			continue
		}
		if credential.In == auth.Header && operation.Managed(credential.Name) {
			c.found.Errorf(a.Pos, 0, "header", "the header %s is the HTTP client's own, so that no key can be sent in it", credential.Name)
			continue
		}
		if twice(credentials, credential) {
			c.found.Errorf(a.Pos, 0, "duplicate", "two credentials are sent in the %s", credential.Sent())
			continue
		}
		if credential.Kind.Signs {
			credential.Sign, credential.Values = c.signature(a)
			if credential.Sign != nil {
				credentials = append(credentials, credential)
			}
			continue
		}
		credential.Values = lists.Map(credential.Kind.Values, func(v auth.Value) ir.Node { return c.credentialValue(a, v, scheme) })
		if credential.Kind.Grant {
			credential.Scopes, credential.InBody = c.scopes(a, scheme), a.ClientAuth.V == auth.ByPost
		}
		credentials = append(credentials, credential)
	}
	return credentials
}

// twice reports whether a credential is sent where another one is, by whatever call. Of two that are named by their schemes, the document says which goes
// with a call; where access tokens come from is said once for an upstream.
func twice(all []plan.Credential, credential plan.Credential) bool {
	return slices.ContainsFunc(all, func(other plan.Credential) bool {
		apart := other.Scheme != "" && credential.Scheme != "" && other.Scheme != credential.Scheme && !(other.Kind.Grant && credential.Kind.Grant)
		return !apart && other.SamePlace(credential)
	})
}

// credentialValue is a value of a credential. The manifest's reader has seen to it that one is there where the type is stated;
// beside a scheme, only the document says which.
func (c *checker) credentialValue(a *manifest.Auth, v auth.Value, scheme *spec.SecurityScheme) ir.Node {
	t := a.Values[v.Key]
	switch {
	case t != nil && v.Key == auth.TokenURLKey:
		return c.tokenURL(t)
	case t != nil:
		return c.configText(t)
	case v.Optional == auth.BesideScheme && scheme != nil:
		return c.documentedTokenURL(a, scheme)
	case v.Optional == auth.Never:
		c.found.ErrorAt(a.Scheme, "missing-key", "the scheme %s needs %s, as in %s: ${config.key}", a.Scheme.V, v.Key, v.Key)
	}
	return nil
}

// credential decides the kind of a credential, and where it is sent. The scheme is nil if the manifest states a type.
func (c *checker) credential(a *manifest.Auth) (plan.Credential, *spec.SecurityScheme, bool) {
	if !a.Scheme.Set {
		return credentialOf(auth.Named(a.Type.V), a.In.V, a.Name.V), nil, true
	}
	scheme, ok := c.scheme(a.Scheme)
	if !ok {
		return plan.Credential{}, nil, false
	}
	credential, ok := c.supported(scheme, a)
	credential.Scheme = scheme.Name
	return credential, scheme, ok
}

// credentialOf is a credential of a kind that is sent, if its kind leaves that open, in a part of a request under a name.
func credentialOf(kind *auth.Kind, in, name string) plan.Credential {
	if kind.Signs {
		in, name = string(auth.Signature), ""
	}
	if kind.Header != "" {
		in, name = string(auth.Header), kind.Header
	}
	return plan.Credential{Kind: kind, In: auth.In(in), Name: name}
}

// scheme returns a security scheme of the document.
func (c *checker) scheme(name manifest.Value[string]) (*spec.SecurityScheme, bool) {
	if c.document == nil {
		return nil, false
	}
	schemes, err := c.document.SecuritySchemes()
	if s := lists.Find(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name.V }); s != nil {
		return s, true
	}
	if err != nil {
		document.Report(c.manifest.OpenAPI, err, "the upstream "+c.manifest.Name.V+" asks for the scheme "+name.V, c.found)
		return nil, false
	}
	names := lists.Map(schemes, func(s *spec.SecurityScheme) string { return s.Name })
	c.found.ErrorAt(name, "unknown-name", "%s has no security scheme %q%s", c.document.Path, name.V, typeHint(name.V, names))
	return nil, false
}

// supported is what a security scheme asks for.
func (c *checker) supported(s *spec.SecurityScheme, a *manifest.Auth) (plan.Credential, bool) {
	kind := auth.For(s.Type, s.Scheme)
	switch {
	case a.Sign.Set: // what the scheme asks for, the function knows
		return credentialOf(auth.Signed, "", ""), true
	case kind == nil:
		what := strings.TrimSpace(s.Type + " " + s.Scheme)
		c.found.ErrorAt(a.Scheme, "not-implemented", "the scheme %s is %s, which is not implemented yet in this release: apiKey, http basic, http bearer and oauth2 are", s.Name, what)
		return plan.Credential{}, false
	case s.Type == "oauth2" && clientCredentials(s) == nil:
		c.found.ErrorAt(a.Scheme, "no-flow", "the scheme %s has no flow clientCredentials, by which a service gets a token for itself%s; "+
			"an access token that you have is sent with {type: bearer, token: \"${config.token}\"}", s.Name, flowsOf(s))
		return plan.Credential{}, false
	}
	return credentialOf(kind, s.In, s.Param), true
}

// typeHint says what was meant by the name of a scheme that no document has: a type of credentials, or one of the names.
func typeHint(name string, names []string) string {
	if auth.Named(name) != nil {
		return "; it is a type, as in type: " + name
	}
	return diag.Known(name, names)
}
