package export

import (
	"slices"

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

// accessVariables are the environment variables by which the program of a service knows its callers. Where there are two ways, it takes one of them.
func accessVariables(a *plan.Access) []*plan.ConfigValue {
	if a == nil {
		return nil
	}
	var list []*plan.ConfigValue
	either := len(a.By) > 1
	if slices.Contains(a.By, "api_keys") {
		list = append(list, &plan.ConfigValue{Name: "NACT_API_KEYS", Description: "API keys of callers, a line each: ID sha256:HEX SCOPE...", Secret: true, HasDefault: either})
	}
	if slices.Contains(a.By, "oidc") {
		list = append(list,
			&plan.ConfigValue{Name: "NACT_OIDC_ISSUER", Description: "Who issues the tokens of callers.", HasDefault: either},
			&plan.ConfigValue{Name: "NACT_PUBLIC_URL", Description: "Under which clients know the service: the audience of tokens.", HasDefault: either},
		)
	}
	return list
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
