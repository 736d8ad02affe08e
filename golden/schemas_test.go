package golden

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// holdToSchemas checks that what a tool has answered is what its schemas say of its json outputs.
func (s *service) holdToSchemas(t *testing.T, c *call) {
	t.Helper()
	tool := lists.Find(s.plan.Tools, func(tool *plan.Tool) bool { return tool.Signature.Name == c.tool })
	if tool == nil || c.status != 200 { // of a face that has answers of another form, or without outputs
		return
	}
	var answer struct {
		Outputs []struct {
			Name  string
			Value json.RawMessage
		} `json:"output_parameters"`
	}
	if err := json.Unmarshal([]byte(c.body), &answer); err != nil {
		t.Fatal(err)
	}
	values := map[string]json.RawMessage{}
	for _, out := range answer.Outputs {
		values[out.Name] = out.Value
	}
	for i, out := range tool.Outputs {
		value, answered := values[tool.Signature.Outputs[i].Name]
		if out.Schema == "" || !answered {
			continue
		}
		if err := schemaOf(t, out).Validate(unmarshalled(t, string(value))); err != nil {
			t.Errorf("%s answered %s, and the schema of %s is %s: %v", c.tool, value, out.ID, out.Schema, err)
		}
	}
}

func schemaOf(t *testing.T, out *plan.Output) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(out.ID, unmarshalled(t, out.Schema)); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(out.ID)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func unmarshalled(t *testing.T, text string) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
