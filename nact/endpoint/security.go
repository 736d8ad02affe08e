package endpoint

import (
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// secured adds to a description how callers prove who they are. Health checks ask nobody.
func secured(document string, view *nact.View, tools []*tool) string {
	if view == nil {
		return document
	}
	schemes := jsontext.NewObject(nil)
	alternatives := make([]string, 0, len(view.Schemes)+1)
	for _, s := range view.Schemes {
		schemes.JSON(s.Name, s.JSON)
		alternatives = append(alternatives, `{"`+s.Name+`":[]}`)
	}
	for _, t := range tools {
		if t.current().contract.Tool().Access == nil {
			alternatives = append(alternatives, "{}") // for this one nobody is asked
			break
		}
	}
	return strings.NewReplacer(
		`"paths": {`, `"security": [`+strings.Join(alternatives, ",")+`], "paths": {`,
		`"components": {`, `"components": {"securitySchemes": `+string(schemes.End())+`,`,
		`"operationId": "healthz",`, `"operationId": "healthz", "security": [],`,
		`"operationId": "readyz",`, `"operationId": "readyz", "security": [],`,
	).Replace(document)
}

// addAccess adds the scopes that callers of a tool need to its description.
func addAccess(o *jsontext.Object, access *nact.Access) {
	if access != nil {
		o.List("scopes", len(access.Scopes), func(b []byte, i int) []byte { return jsontext.AppendString(b, access.Scopes[i]) })
	}
}
