// Package security says whether an upstream sends the credentials that a document asks for. Whoever wants to know asks
// here, so that no two commands disagree about it.
package security

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Free reports whether an operation can be called without credentials.
func Free(alternatives []spec.Requirement) bool {
	return len(alternatives) == 0 || slices.ContainsFunc(alternatives, func(r spec.Requirement) bool { return len(r) == 0 })
}

// Met reports whether the upstream sends all that one of the alternatives asks for, be it as credentials or as plain headers.
// A scheme that the document does not have is met by nothing.
func Met(u *plan.Upstream, alternatives []spec.Requirement, schemes []*spec.SecurityScheme) bool {
	return Free(alternatives) || slices.ContainsFunc(alternatives, func(r spec.Requirement) bool {
		return !slices.ContainsFunc(r, func(use spec.SchemeUse) bool {
			s := scheme(schemes, use.Scheme)
			return s == nil || !sendsCredential(u, s, use.Scopes)
		})
	})
}

// sendsCredential reports whether an upstream sends a credential in the place and the form of a scheme, for scopes. What a plain header
// holds is its author's to know, and so are the scopes of a token that has none in the manifest.
func sendsCredential(u *plan.Upstream, s *spec.SecurityScheme, scopes []string) bool {
	switch {
	case s.Type == "apiKey":
		return Sends(u, spec.Location(s.In), s.Param)
	case s.Type == "mutualTLS":
		return false
	case sendsPlain(u, authorization):
		return true
	}
	return slices.ContainsFunc(u.Auth, func(c plan.Credential) bool { return c.Kind.Satisfies(s.Type, s.Scheme) && covers(c, scopes) })
}

// covers reports whether a credential is for all of some scopes, as far as the manifest says.
func covers(c plan.Credential, scopes []string) bool {
	return len(c.Scopes) == 0 || !slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(c.Scopes, scope) })
}

// authorization is the header of HTTP's own credentials (RFC 9110, section 11.6.2).
const authorization = "Authorization"

// Sends reports whether every call of an upstream has something in a place: a header, a credential, or one of the cookies of a
// plain Cookie header, which are not told apart.
func Sends(u *plan.Upstream, in spec.Location, name string) bool {
	is := func(other string) bool { return other == name }
	switch in {
	case spec.InHeader:
		is = func(other string) bool { return strings.EqualFold(other, name) }
		return hasHeader(u, name) || authenticates(u, auth.Header, is)
	case spec.InQuery:
		return authenticates(u, auth.Query, is)
	case spec.InCookie:
		return sendsPlain(u, "Cookie") || authenticates(u, auth.Cookie, is)
	}
	return false
}

// CredentialHeader reports whether what a header holds is a credential: by HTTP, by custom, or as one of the document's schemes
// has it.
func CredentialHeader(name string, schemes []*spec.SecurityScheme) bool {
	is := func(other string) bool { return strings.EqualFold(other, name) }
	return is(authorization) || slices.ContainsFunc(customary, is) || slices.ContainsFunc(schemes, func(s *spec.SecurityScheme) bool {
		return s.Type == "apiKey" && spec.Location(s.In) == spec.InHeader && is(s.Param)
	})
}

// customary are headers that carry keys and tokens wherever they are used, and nothing else.
var customary = []string{"X-Api-Key", "Api-Key", "ApiKey", "X-Auth-Token", "X-Access-Token"}

// sendsPlain reports whether a header with a name is sent as it stands in the manifest: of the upstream, or as its API key.
func sendsPlain(u *plan.Upstream, name string) bool {
	return hasHeader(u, name) || slices.ContainsFunc(u.Auth, func(c plan.Credential) bool {
		return c.In == auth.Header && c.Kind.Header == "" && strings.EqualFold(c.Name, name)
	})
}

func hasHeader(u *plan.Upstream, name string) bool {
	return slices.ContainsFunc(u.Headers, func(h plan.Header) bool { return strings.EqualFold(h.Name, name) })
}

// authenticates reports whether a credential is sent in a part of the request under a name.
func authenticates(u *plan.Upstream, in auth.In, is func(name string) bool) bool {
	return slices.ContainsFunc(u.Auth, func(c plan.Credential) bool { return c.In == in && is(c.Name) })
}

// Describe lists alternatives with how each of their schemes' credentials travels: byKey (the header K), or login (oauth2).
func Describe(alternatives []spec.Requirement, schemes []*spec.SecurityScheme) string {
	var texts []string
	for _, r := range alternatives {
		var uses []string
		for _, use := range r {
			text := use.Scheme
			if s := scheme(schemes, use.Scheme); s != nil {
				text += " (" + form(s) + ")"
			}
			if len(use.Scopes) > 0 {
				text += " for " + strings.Join(use.Scopes, ", ")
			}
			uses = append(uses, text)
		}
		texts = append(texts, strings.Join(uses, " with "))
	}
	return strings.Join(texts, ", or ")
}

func scheme(schemes []*spec.SecurityScheme, name string) *spec.SecurityScheme {
	return lists.Find(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name })
}

// form says how a scheme's credential travels.
func form(s *spec.SecurityScheme) string {
	switch s.Type {
	case "apiKey":
		return "the " + s.In + " " + s.Param
	case "http":
		return "HTTP " + s.Scheme
	}
	return s.Type
}
