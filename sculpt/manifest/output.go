package manifest

import "go.yaml.in/yaml/v4"

// Output is one output of a tool.
type Output struct {
	ID          Value[string] // its key
	Name        Value[string] // default: derived from ID
	Type        Value[string] // string (default), int, boolean, enum, json; empty if it was written wrongly, then without Value
	Description Value[string]
	Values      []*Named // enum
	Value       *Node    // a scalar or a tree, whatever the type
}

func newOutput(r *reader, id Value[string], what string, n *yaml.Node) *Output {
	out := &Output{ID: id, Type: Value[string]{V: "string"}}
	r.mapping(n, what, id.place(),
		optional("name", value(&out.Name, text(oneLine, atMost(maxName)))),
		optional("type", kind(&out.Type, "string", "int", "boolean", "enum", "json")),
		required("description", value(&out.Description, text(atMost(maxDescription)))),
		optional("values", enumValues(&out.Values)),
		required("value", tree(&out.Value)),
	)
	if n.Kind == yaml.MappingNode {
		checkType(r, what, id.place(), out.Type.V, n, []typeKey{{"values", "enum"}})
	}
	if out.Type.V == "" {
		out.Value = nil
	}
	return out
}
