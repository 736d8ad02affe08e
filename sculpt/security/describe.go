package security

import (
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/spec"
)

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
