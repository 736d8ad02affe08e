package docdiff

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/spec"
)

// security compares what the operation asks of a caller. Of a requirement that has changed, only one that the service does
// not meet counts.
func (o *operation) security(before, after *spec.Document) {
	wasSchemes, _ := before.SecuritySchemes() // generation says what is wrong with one that the manifest names
	isSchemes, _ := after.SecuritySchemes()
	was, is := security.Describe(o.old.Security, wasSchemes), security.Describe(o.new.Security, isSchemes)
	switch {
	case was == is || security.Free(o.new.Security):
	case !security.Met(o.plan.Upstream, o.new.Security, isSchemes):
		rule, change := "security-changed", "asked for "+was+" and asks for "+is
		if security.Free(o.old.Security) {
			rule, change = "security-added", "asks for "+is+" now"
		}
		o.breaks(rule, o.at(), "give the upstream "+o.plan.Upstream.Name+" what is asked for, with auth; where auth names a scheme already, generate anew",
			"%s %s", o.plan.ID, change)
	case slices.ContainsFunc(scopes(o.new.Security), func(scope string) bool { return !slices.Contains(scopes(o.old.Security), scope) }):
		o.warns("security-scopes", o.at(), "see that the token of the upstream "+o.plan.Upstream.Name+" has the scopes",
			"%s asks for %s now", o.plan.ID, is)
	}
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
