package callers

import "strings"

// Scheme is a security scheme of OpenAPI, as JSON.
type Scheme struct{ Name, JSON string }

// describe adds to an OpenAPI document how callers prove who they are. Health checks ask nobody.
func (g *Gate) describe(document string) string {
	var schemes, alternatives []string
	for _, s := range g.schemes {
		schemes = append(schemes, `"`+s.Name+`":`+s.JSON)
		alternatives = append(alternatives, `{"`+s.Name+`":[]}`)
	}
	if g.public {
		alternatives = append(alternatives, "{}")
	}
	return strings.NewReplacer(
		`"paths": {`, `"security": [`+strings.Join(alternatives, ",")+`], "paths": {`,
		`"components": {`, `"components": {"securitySchemes": {`+strings.Join(schemes, ",")+`},`,
		`"operationId": "healthz",`, `"operationId": "healthz", "security": [],`,
		`"operationId": "readyz",`, `"operationId": "readyz", "security": [],`,
	).Replace(document)
}
