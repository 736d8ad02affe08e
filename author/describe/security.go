package describe

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/spec"
)

// secure describes what an operation asks of a caller. Schemes that cannot be read are there by name alone.
func (d *Detail) secure(alternatives []spec.Requirement) {
	var schemes []*spec.SecurityScheme
	if len(alternatives) > 0 {
		schemes, _ = d.Document().SecuritySchemes()
	}
	for _, r := range alternatives {
		alternative := []Scheme{}
		for _, use := range r {
			alternative = append(alternative, Scheme{Name: use.Scheme, Type: schemeType(schemes, use.Scheme), Scopes: use.Scopes})
		}
		d.Security = append(d.Security, alternative)
	}
	asked := slices.DeleteFunc(slices.Clone(alternatives), func(r spec.Requirement) bool { return len(r) == 0 })
	d.security = security.Describe(asked, schemes)
	if len(asked) > 0 && security.Free(alternatives) {
		d.security += ", or none"
	}
}

func schemeType(schemes []*spec.SecurityScheme, name string) string {
	i := slices.IndexFunc(schemes, func(s *spec.SecurityScheme) bool { return s.Name == name })
	if i < 0 {
		return ""
	}
	return schemes[i].Type
}
