package stats

import (
	"strings"

	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// operationTool returns the tool that converters from OpenAPI to MCP make of an operation, as an element of tools/list, and whether schemas are left out
// since there are too many.
//
// It does what most converters do, and where they differ what takes fewer tokens: the name is the operationId, the description that of the operation or
// else its summary. Each parameter is a property of the inputs, with the schema and the description of the document, and so is the body. References are
// replaced by what they refer to. Examples, extensions and answers are left out.
func operationTool(op *spec.Operation) (tool []byte, cut bool) {
	w := &inliner{around: map[*spec.Schema]bool{}, left: mostSchemas}
	object := jsontext.NewObject(nil)
	object.Text("name", toolName(op))
	object.Text("description", firstOf(op.Description, op.Summary, op.Method+" "+op.Path))
	object.Object("inputSchema", func(schema *jsontext.Object) {
		schema.Text("type", "object")
		p := newProperties(w)
		for _, param := range op.Parameters {
			p.add(param.Name, string(param.In), param.Schema, param.Description, param.Required)
		}
		if media, _ := operation.BodyMedia(op, ""); media != nil {
			p.add("requestBody", "body", media.Schema, op.Body.Description, op.Body.Required)
		}
		p.write(schema)
	})
	return object.End(), w.cut
}

// toolName returns the name of an operation as a tool, which consists of letters, digits, _ and -.
func toolName(op *spec.Operation) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, firstOf(op.ID, op.Method+op.Path))
}

// firstOf returns the first text that is not blank, without blanks around it.
func firstOf(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
	return ""
}
