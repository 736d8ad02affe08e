package export

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// writeOpenAPI writes an OpenAPI 3.1 document with a path for each tool, at which the service runs its current version. Bodies are lists of named values,
// as N-ACT has them, with a schema for each tool.
func writeOpenAPI(p *plan.Plan, _ Settings) ([]File, error) {
	components := map[string]any{}
	var paths object
	for _, t := range p.Tools {
		operation, err := operationOf(t, components)
		if err != nil {
			return nil, fmt.Errorf("the tool %s: %w", t.Signature.Name, err)
		}
		if p.Access != nil {
			operation.add("security", security(p.Access, t))
		}
		paths.add("/tools/"+t.Signature.ToolID+":invoke", object{{"post", operation}})
	}
	info := object{{"title", cmp.Or(p.Service.Title, p.Service.Name)}}
	if p.Service.Description != "" {
		info.add("description", p.Service.Description)
	}
	info.add("version", "1.0.0")
	schemas := object{{"Problem", problem}, {"Refusal", refusal}}
	for _, name := range slices.Sorted(maps.Keys(components)) {
		schemas.add(name, components[name])
	}
	shared := object{{"schemas", schemas}}
	if p.Access != nil {
		shared.add("securitySchemes", securitySchemes(p.Access))
	}
	content, err := document(object{
		{"openapi", "3.1.0"}, {"info", info},
		{"servers", []any{object{{"url", "/"}, {"description", "Where the service stands."}}}},
		{"paths", paths}, {"components", shared},
	})
	return []File{{Path: p.Service.Name + ".openapi.json", Content: content}}, err
}

// problem and refusal are the schemas of the answers to a call that fails, or that is not valid.
var (
	problem = object{{"type", "object"}, {"required", []string{"type", "title", "status", "detail"}}, {"properties", object{
		{"type", object{{"type", "string"}, {"format", "uri-reference"}}}, {"title", object{{"type", "string"}}}, {"status", object{{"type", "integer"}}}, {"detail", object{{"type", "string"}}},
	}}}
	refusal = object{{"allOf", []any{reference("Problem")}}, {"properties", object{{"violations", object{{"type", "array"}, {"items", object{
		{"type", "object"}, {"required", []string{"rule", "message"}},
		{"properties", object{{"parameter", object{{"type", "string"}}}, {"rule", object{{"type", "string"}}}, {"message", object{{"type", "string"}}}}},
	}}}}}}}
)

func reference(name string) object { return object{{"$ref", "#/components/schemas/" + name}} }

// operationOf returns the operation that runs a tool.
func operationOf(t *plan.Tool, components map[string]any) (object, error) {
	s := &t.Signature
	outputs, err := outputsOf(t, components)
	if err != nil {
		return nil, err
	}
	o := object{{"operationId", s.Name}, {"description", s.Description}}
	if len(s.Tags) > 0 {
		o.add("tags", s.Tags)
	}
	if t.Writes {
		o.add("parameters", []any{object{
			{"name", "Idempotency-Key"}, {"in", "header"}, {"description", "A key of this call. The same call under the same key does not run twice."},
			{"schema", object{{"type", "string"}, {"minLength", 1}}},
		}})
	}
	body, err := invocation(s)
	if err != nil {
		return nil, err
	}
	o.add("requestBody", object{{"required", true}, {"content", content("application/json", body)}})
	o.add("responses", object{
		{"200", object{{"description", "The outputs, or a declared failure."}, {"content", content("application/json", outputs)}}},
		{"400", object{{"description", "The call does not fit; everything that is wrong is listed."}, {"content", content("application/problem+json", reference("Refusal"))}}},
		{"default", object{{"description", "The tool could not be run."}, {"content", content("application/problem+json", reference("Problem"))}}},
	})
	o.add("x-nact", object{{"toolId", s.ToolID}, {"version", s.Version}, {"writes", t.Writes}})
	return o, nil
}

func content(mediaType string, schema any) object {
	return object{{mediaType, object{{"schema", schema}}}}
}

// invocation returns the schema of the body of a call: the name of the tool, and a list of named values.
func invocation(s *nact.Signature) (object, error) {
	inputs, err := inputSchema(s)
	if err != nil {
		return nil, err
	}
	properties := inputs.get("properties").(object)
	var items, once []any
	for i := range s.Inputs {
		in := &s.Inputs[i]
		items = append(items, named(in.Name, held(in.Type, properties.get(in.ID).(object))))
		least := 0
		if in.Required() {
			least = 1
		}
		once = append(once, object{
			{"contains", object{{"type", "object"}, {"required", []string{"name"}}, {"properties", object{{"name", object{{"const", in.Name}}}}}}},
			{"minContains", least}, {"maxContains", 1},
		})
	}
	list := object{{"type", "array"}, {"maxItems", len(items)}}
	if len(items) > 0 {
		list.add("items", object{{"oneOf", items}})
		list.add("allOf", once)
	}
	return object{{"type", "object"}, {"required", []string{"name", "input_parameters"}}, {"properties", object{{"name", object{{"const", s.Name}}}, {"input_parameters", list}}}}, nil
}

// named returns the schema of a named value. The name replaces the title of the value's schema.
func named(name string, value object) object {
	return object{{"type", "object"}, {"required", []string{"name", "value"}}, {"properties", object{{"name", object{{"const", name}}}, {"value", value.without("title")}}}}
}

// held returns the schema of a parameter as it stands in a body: of one that the draft of N-ACT has no type for a string, whose content is what the schema
// says.
func held(t nact.Type, schema object) object {
	if !t.IsText() {
		return schema
	}
	text := object{{"type", "string"}}
	var content object
	for _, m := range schema {
		switch m.key {
		case "title", "description":
			text.add(m.key, m.value)
		case "default":
			text.add(m.key, literal(m.value))
		case "examples":
			var examples []any
			for _, v := range m.value.([]any) {
				examples = append(examples, literal(v))
			}
			text.add(m.key, examples)
		default:
			content = append(content, m)
		}
	}
	text.add("contentMediaType", "application/json")
	text.add("contentSchema", content)
	return text
}

// outputsOf returns the schema of the answer to a call.
func outputsOf(t *plan.Tool, components map[string]any) (object, error) {
	outputs, err := outputSchema(t)
	if err != nil {
		return nil, err
	}
	properties := outputs.get("properties").(object)
	var items []any
	for _, out := range t.Signature.Published() {
		own := moved(properties.get(out.ID).(object), "#/properties/"+out.ID, t.Signature.Name+"_"+out.ID+"_", components)
		items = append(items, named(out.Name, held(out.Type, own)))
	}
	list := object{{"type", "array"}, {"maxItems", len(items)}}
	if len(items) > 0 {
		list.add("items", object{{"oneOf", items}})
	}
	return object{{"type", "object"}, {"required", []string{"output_parameters"}}, {"properties", object{{"output_parameters", list}}}}, nil
}
