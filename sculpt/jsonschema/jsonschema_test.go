package jsonschema_test

import (
	"encoding/json"
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
