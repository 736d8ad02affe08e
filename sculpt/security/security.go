// Package security says whether an upstream sends the credentials that a document asks for. Whoever wants to know asks
// here, so that no two commands disagree about it.
package security

import (
	"maps"
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
// holds is its author's to know, and so are the scopes of a token that has none in the manifest, and what a signature is good for.
func sendsCredential(u *plan.Upstream, s *spec.SecurityScheme, scopes []string) bool {
	if slices.ContainsFunc(u.Auth, func(c plan.Credential) bool { return meets(c, s) && covers(c, scopes) }) {
		return true
	}
	switch {
	case s.Type == "apiKey":
		return sendsPlain(u, spec.Location(s.In), s.Param)
	case s.Type == "mutualTLS":
		return false
	}
	return sendsPlain(u, spec.InHeader, authorization)
}

// meets reports whether a credential is what a scheme asks for.
func meets(c plan.Credential, s *spec.SecurityScheme) bool {
	switch {
	case c.Kind.Signs && (c.Scheme == "" || c.Scheme == s.Name):
		return true
	case s.Type == "apiKey":
		return c.SamePlace(plan.Credential{In: auth.In(s.In), Name: s.Param})
	case s.Type == "mutualTLS" || c.Kind.Signs:
		return false
	}
	return c.Kind.Satisfies(s.Type, s.Scheme) || c.Kind.Header == "" && c.SamePlace(plan.Credential{In: auth.Header, Name: authorization})
}

// Sent returns the schemes by which an operation's credentials are named: of those of the upstream that name a scheme, the ones that are sent; nil: all. They
// are those of the first alternative that the upstream meets, and of the first of which it has something if it meets none; and those that stand where the
// operation requires a parameter, as some documents say it. An operation that says nothing of credentials gets all.
func Sent(u *plan.Upstream, op *spec.Operation, schemes []*spec.SecurityScheme) []string {
	named := slices.DeleteFunc(slices.Clone(u.Auth), func(c plan.Credential) bool { return c.Scheme == "" })
	if op.Security == nil || len(named) == 0 {
		return nil
	}
	asked := chosen(u, named, op.Security, schemes)
	sent := []string{}
	for _, c := range named {
		if slices.Contains(asked, c.Scheme) || requires(op, c) {
			sent = append(sent, c.Scheme)
		}
	}
	if len(sent) == len(named) {
		return nil
	}
	return sent
}

// requires reports whether an operation requires a parameter that a credential is.
func requires(op *spec.Operation, c plan.Credential) bool {
	is := func(p *spec.Parameter) bool {
		return p != nil && p.Required && c.SamePlace(plan.Credential{In: auth.In(p.In), Name: p.Name})
	}
	return is(op.Authorization) || slices.ContainsFunc(op.Parameters, is)
}

// chosen returns the schemes of the credentials that an operation is sent because of its alternatives.
func chosen(u *plan.Upstream, named []plan.Credential, alternatives []spec.Requirement, schemes []*spec.SecurityScheme) []string {
	for _, r := range alternatives {
		if len(r) > 0 && Met(u, []spec.Requirement{r}, schemes) {
			return askedFor(named, r, schemes)
		}
	}
	if !Free(alternatives) {
		for _, r := range alternatives {
			if sent := askedFor(named, r, schemes); len(sent) > 0 {
				return sent
			}
		}
	}
	return nil
}

// askedFor returns the schemes of those credentials that an alternative asks for: for each of its schemes the one that has its name, or else the first that
// meets it.
func askedFor(named []plan.Credential, r spec.Requirement, schemes []*spec.SecurityScheme) []string {
	asked := map[string]bool{}
	for _, use := range r {
		s := scheme(schemes, use.Scheme)
		if s == nil {
			continue
		}
		i := slices.IndexFunc(named, func(c plan.Credential) bool { return c.Scheme == use.Scheme })
		if i < 0 {
			i = slices.IndexFunc(named, func(c plan.Credential) bool { return meets(c, s) && covers(c, use.Scopes) })
		}
		if i >= 0 {
			asked[named[i].Scheme] = true
		}
	}
	return slices.Sorted(maps.Keys(asked))
}

// Needless returns a scheme of the document that asks for what a credential is which the manifest states by its type, if an operation that says what it takes
// does not ask for it, and gets it all the same; nil: there is none.
func Needless(c plan.Credential, alternatives []spec.Requirement, schemes []*spec.SecurityScheme) *spec.SecurityScheme {
	if c.Scheme != "" || alternatives == nil || c.Kind.Signs || c.Kind.Caller {
		return nil
	}
	for _, r := range alternatives {
		for _, use := range r {
			if s := scheme(schemes, use.Scheme); s != nil && meets(c, s) {
				return nil
			}
		}
	}
	return lists.Find(schemes, func(s *spec.SecurityScheme) bool { return meets(c, s) })
}

// covers reports whether a credential is for all of some scopes, as far as the manifest says.
func covers(c plan.Credential, scopes []string) bool {
	return len(c.Scopes) == 0 || !slices.ContainsFunc(scopes, func(scope string) bool { return !slices.Contains(c.Scopes, scope) })
}

// authorization is the header of HTTP's own credentials (RFC 9110, section 11.6.2).
const authorization = "Authorization"

// Sends reports whether every call of an operation has something in a place: a header, a credential, or one of the cookies of a
// plain Cookie header, which are not told apart.
func Sends(op *plan.Operation, in spec.Location, name string) bool {
	place := plan.Credential{In: auth.In(in), Name: name}
	return sendsPlain(op.Upstream, in, name) || slices.ContainsFunc(op.Upstream.Auth, func(c plan.Credential) bool { return op.Sends(c) && c.SamePlace(place) })
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

// sendsPlain reports whether something is sent in a place by a header or the query of the upstream, as it stands in the manifest.
func sendsPlain(u *plan.Upstream, in spec.Location, name string) bool {
	return in == spec.InHeader && hasHeader(u, name) || in == spec.InCookie && hasHeader(u, "Cookie") || in == spec.InQuery && u.Queries(name)
}

func hasHeader(u *plan.Upstream, name string) bool {
	return slices.ContainsFunc(u.Headers, func(h plan.Header) bool { return strings.EqualFold(h.Name, name) })
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
