package export

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// securitySchemes are those of the ways in which callers prove who they are: a bearer token, which an API key can be as well, an API key in a field of its own, and a certificate.
func securitySchemes(a *plan.Access) object {
	var schemes object
	if slices.Contains(a.By, "api_keys") || slices.Contains(a.By, "oidc") {
		schemes.add("bearer", object{{"type", "http"}, {"scheme", "bearer"}})
	}
	if slices.Contains(a.By, "api_keys") {
		schemes.add("apiKey", object{{"type", "apiKey"}, {"in", "header"}, {"name", "X-API-Key"}})
	}
	if slices.Contains(a.By, "client_certificates") {
		schemes.add("mutualTLS", object{{"type", "mutualTLS"}})
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
	if slices.Contains(a.By, "client_certificates") {
		list = append(list,
			&plan.ConfigValue{Name: "NACT_CLIENT_CERTIFICATES", Description: "What callers may do by their certificates, a line each: ID uri:URI SCOPE...", HasDefault: either},
			&plan.ConfigValue{Name: "NACT_TLS_CLIENT_CA", Description: "The file with the authorities that issue these.", HasDefault: either},
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
