package export

import (
	"github.com/nactgen/nactgen/sculpt/plan"
)

// securitySchemes are those of the ways in which callers prove who they are: a bearer token, which an API key can be as well, and an API key in a field of its own.
func securitySchemes(a *plan.Access) object {
	schemes := object{{"bearer", object{{"type", "http"}, {"scheme", "bearer"}}}}
	for _, way := range a.By {
		if way == "api_keys" {
			schemes.add("apiKey", object{{"type", "apiKey"}, {"in", "header"}, {"name", "X-API-Key"}})
		}
	}
	return schemes
}

// security are the alternatives that callers of a tool have, each with the scopes that it takes. Of a tool that anybody may call there is none.
func security(a *plan.Access, t *plan.Tool) []any {
	alternatives := []any{}
	if t.Access == nil {
		return alternatives
	}
	scopes := append([]string{}, t.Access.Scopes...)
	for _, scheme := range securitySchemes(a) {
		alternatives = append(alternatives, object{{scheme.key, scopes}})
	}
	return alternatives
}
