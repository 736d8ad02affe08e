package drift

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// security compares what the operation asks of a caller. Of a requirement that has changed, only one that the service does
// not meet counts.
func (o *operation) security(before, after *spec.Document) {
	wasSchemes, errBefore := before.SecuritySchemes()
	isSchemes, errAfter := after.SecuritySchemes()
	if errBefore != nil || errAfter != nil {
		return // generation says so if the manifest names one of them
	}
	was, is := describe(o.old.Security, wasSchemes), describe(o.new.Security, isSchemes)
	met := func(r spec.Requirement) bool { return o.meets(r, isSchemes) }
	switch {
	case was == is || free(o.new.Security):
	case !slices.ContainsFunc(o.new.Security, met):
		rule, change := "security-changed", "asked for "+was+" and asks for "+is
		if free(o.old.Security) {
			rule, change = "security-added", "asks for "+is+" now"
		}
		o.breaks(rule, o.at(), "give the upstream "+o.plan.Upstream.Name+" what is asked for, with auth; where auth names a scheme already, generate anew",
			"%s %s", o.plan.ID, change)
	case slices.ContainsFunc(scopes(o.new.Security), func(scope string) bool { return !slices.Contains(scopes(o.old.Security), scope) }):
		o.warns("security-scopes", o.at(), "see that the token of the upstream "+o.plan.Upstream.Name+" has the scopes",
			"%s asks for %s now", o.plan.ID, is)
	}
}

// free reports whether an operation can be called without credentials.
func free(alternatives []spec.Requirement) bool {
	return len(alternatives) == 0 || slices.ContainsFunc(alternatives, func(r spec.Requirement) bool { return len(r) == 0 })
}

// meets reports whether the service sends all credentials of a requirement, as credentials or as plain headers.
func (o *operation) meets(r spec.Requirement, schemes []*spec.SecurityScheme) bool {
	return !slices.ContainsFunc(r, func(use spec.SchemeUse) bool {
		s := scheme(schemes, use.Scheme)
		return s == nil || !o.sends(s)
	})
}

// sends reports whether the service sends a credential where a scheme has it.
func (o *operation) sends(s *spec.SecurityScheme) bool {
	u := o.plan.Upstream
	if s.Type == "apiKey" && s.In == "header" && slices.ContainsFunc(u.Headers, func(h plan.Header) bool { return strings.EqualFold(h.Name, s.Param) }) {
		return true
	}
	return slices.ContainsFunc(u.Auth, func(c plan.Credential) bool {
		switch c.Kind {
		case plan.APIKeyHeader:
			return s.In == "header" && strings.EqualFold(c.Name, s.Param)
		case plan.APIKeyQuery:
			return s.In == "query" && c.Name == s.Param
		case plan.APIKeyCookie:
			return s.In == "cookie" && c.Name == s.Param
		case plan.Basic:
			return s.Type == "http" && s.Scheme == "basic"
		}
		return s.Type == "http" && s.Scheme == "bearer" || s.Type == "oauth2" || s.Type == "openIdConnect"
	})
}

// describe lists alternatives with how each of their schemes' credentials travels.
func describe(requirements []spec.Requirement, schemes []*spec.SecurityScheme) string {
	var texts []string
	for _, r := range requirements {
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

// scopes lists the scopes of all alternatives.
func scopes(requirements []spec.Requirement) []string {
	var all []string
	for _, r := range requirements {
		for _, use := range r {
			all = append(all, use.Scopes...)
		}
	}
	return all
}

func scheme(schemes []*spec.SecurityScheme, name string) *spec.SecurityScheme {
	if i := slices.IndexFunc(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name }); i >= 0 {
		return schemes[i]
	}
	return nil
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
