package jsonschema_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/jsonschema"
	"github.com/nactgen/nactgen/sculpt/plan"
)

func object(name string, fields ...*ir.Field) *ir.ObjectType {
	o := &ir.ObjectType{Name: name}
	for _, f := range fields {
		o.Add(f)
	}
	return o
}

func TestOf(t *testing.T) {
	always, maybe := &ir.Field{Name: "always", Type: ir.IntType, Required: true}, &ir.Field{Name: "maybe", Type: ir.IntType, Required: true}
	held := map[*ir.Field]*plan.StructField{always: {Always: true}, maybe: {}}
	point := object("Point", &ir.Field{Name: "x", Type: ir.DoubleType})
	tree := object("a/Tree~")
	tree.Add(&ir.Field{Name: "below", Type: ir.ListOf(ir.ObjectOf(tree))})
	tests := []struct {
		name string
		t    *ir.Type
		want string
	}{
		{"anything", ir.DynType, `{}`},
		{"a text", ir.StringType, `{"type":"string"}`},
		{"a whole number", ir.IntType, `{"type":"integer"}`},
		{"one that is not negative", ir.UintType, `{"type":"integer","minimum":0}`},
		{"a number", ir.DoubleType, `{"type":"number"}`},
		{"a boolean", ir.BoolType, `{"type":"boolean"}`},
		{"null", ir.NullType, `{"type":"null"}`},
		{"an instant", ir.TimestampType, `{"type":"string","format":"date-time"}`},
		{"bytes", ir.BytesType, `{"type":"string","contentEncoding":"base64"}`},
		{"an enum", &ir.Type{Kind: ir.String, Enum: &ir.Enum{Values: []string{"A", "B"}}}, `{"type":"string","enum":["A","B"]}`},
		{"an enum or null", &ir.Type{Kind: ir.String, Nullable: true, Enum: &ir.Enum{Values: []string{"A"}}}, `{"anyOf":[{"type":"string","enum":["A"]},{"type":"null"}]}`},
		{"a text or null", ir.StringType.OrNull(), `{"type":["string","null"]}`},
		{"a list or null", ir.ListOf(ir.IntType).OrNull(), `{"type":["array","null"],"items":{"type":"integer"}}`},
		{"a list of anything", ir.ListOf(ir.DynType), `{"type":"array","items":{}}`},
		{"a map", ir.MapOf(ir.StringType, ir.BoolType), `{"type":"object","additionalProperties":{"type":"boolean"}}`},
		{"an optional", ir.OptionalOf(ir.StringType), `{"type":"string"}`},
		{"an object of the manifest", ir.ObjectOf(object("r", &ir.Field{Name: "a", Type: ir.StringType}, &ir.Field{Name: "b", Type: ir.OptionalOf(ir.StringType)})),
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}`},
		{"an object of an answer", ir.ObjectOf(object("Answer", always, maybe)),
			`{"type":"object","properties":{"always":{"type":"integer"},"maybe":{"type":"integer"}},"required":["always"]}`},
		{"an object or null", ir.ObjectOf(point).OrNull(),
			`{"anyOf":[{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]},{"type":"null"}]}`},
		{"an object at two places", ir.ObjectOf(object("Line", &ir.Field{Name: "from", Type: ir.ObjectOf(point)}, &ir.Field{Name: "to", Type: ir.ObjectOf(point).OrNull()})),
			`{"type":"object","properties":{"from":{"$ref":"#/$defs/Point"},"to":{"anyOf":[{"$ref":"#/$defs/Point"},{"type":"null"}]}},"required":["from","to"],` +
				`"$defs":{"Point":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}}}`},
		{"an object that holds itself", ir.ObjectOf(tree),
			`{"$ref":"#/$defs/a~1Tree~0","$defs":{"a/Tree~":{"type":"object","properties":{"below":{"type":"array","items":{"$ref":"#/$defs/a~1Tree~0"}}},"required":["below"]}}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := jsonschema.Of(test.t, held)
			if got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
			if !json.Valid([]byte(got)) {
				t.Errorf("it is no JSON")
			}
		})
	}
}

// TestWidth checks that a schema stays in proportion to what the types say: every object stands in the one before it twice.
func TestWidth(t *testing.T) {
	o := object("last", &ir.Field{Name: "x", Type: ir.IntType})
	for range 60 {
		o = object("pair", &ir.Field{Name: "left", Type: ir.ObjectOf(o)}, &ir.Field{Name: "right", Type: ir.ObjectOf(o)})
	}
	if got := len(jsonschema.Of(ir.ObjectOf(o), nil)); got > 20_000 {
		t.Errorf("the schema has %d bytes", got)
	}
}

// inDocument is an object of a document, as one of an answer and as a whole.
func inDocument(name string, fields ...*ir.Field) *ir.ObjectType {
	describe := func(o *ir.ObjectType) {
		for _, f := range fields {
			o.Add(&ir.Field{Name: f.Name, Type: f.Type, Required: true})
		}
	}
	whole := ir.Described("api:"+name, ir.Place{Component: name}, describe, nil)
	return ir.Described("api.get:"+name, ir.Place{Component: name}, describe, func() *ir.ObjectType { return whole })
}

// TestHandedOn is the schema of an object that is handed on as it is: nothing in it is required, and it is called what the types of its
// answer are.
func TestHandedOn(t *testing.T) {
	point := inDocument("Point", &ir.Field{Name: "x", Type: ir.DoubleType})
	line := inDocument("Line", &ir.Field{Name: "from", Type: ir.ObjectOf(point.Whole())}, &ir.Field{Name: "to", Type: ir.ObjectOf(point.Whole())})
	want := `{"type":"object","properties":{"from":{"$ref":"#/$defs/api.get:Point"},"to":{"$ref":"#/$defs/api.get:Point"}},` +
		`"$defs":{"api.get:Point":{"type":"object","properties":{"x":{"type":"number"}}}}}`
	if got := jsonschema.Of(ir.ObjectOf(line), nil); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// TestMost leaves out what is deepest of an object that leads to more than a schema has.
func TestMost(t *testing.T) {
	deepest := object("deepest", &ir.Field{Name: "far", Type: ir.IntType})
	branch := object("branch")
	for i := range jsonschema.Most {
		branch.Add(&ir.Field{Name: fmt.Sprint("b", i), Type: ir.ObjectOf(deepest)})
	}
	root := object("root", &ir.Field{Name: "deep", Type: ir.ObjectOf(object("way", &ir.Field{Name: "branch", Type: ir.ObjectOf(branch)}))},
		&ir.Field{Name: "near", Type: ir.ObjectOf(deepest)})
	want := `{"type":"object","properties":{"deep":{"type":"object","properties":{"branch":{"type":"object"}},"required":["branch"]},` +
		`"near":{"type":"object","properties":{"far":{"type":"integer"}},"required":["far"]}},"required":["deep","near"]}`
	if got := jsonschema.Of(ir.ObjectOf(root), nil); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if got := jsonschema.Of(ir.ObjectOf(branch), nil); !strings.Contains(got, `"b499":{"type":"object"}`) {
		t.Errorf("the members of the outermost object are not all there: %.200s", got)
	}
}
