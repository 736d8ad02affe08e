package warn_test

import (
	"testing"

	"cel.dev/cel-go/cel"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/expr/warn"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestAssigned holds of which values outside of CEL is warned: those that can only be untyped JSON, where JSON has no such type.
func TestAssigned(t *testing.T) {
	answer := &ir.Member{X: &ir.Root{T: ir.ObjectOf(&ir.ObjectType{Name: "api.read:body"}), Kind: ir.BodyRoot, Name: "s"}, Field: &ir.Field{Name: "d", Type: ir.DynType}}
	converted := &ir.ToDyn{X: ir.Int64(1)}
	variable := &ir.Root{T: ir.DynType, Kind: ir.VarRoot, Name: "v"}
	for _, tt := range []struct {
		name  string
		n     ir.Node
		t     *ir.Type
		value ir.Node // of the var v
		rule  string
	}{
		{"an integer of JSON", answer, ir.IntType, nil, "json-type"},
		{"a number of JSON", answer, ir.DoubleType, nil, ""},
		{"text of JSON", answer, ir.StringType, nil, ""},
		{"a literal that became untyped", converted, ir.IntType, nil, ""},
		{"a var of JSON", variable, ir.IntType, answer, "json-type"},
		{"a var of a literal", variable, ir.IntType, converted, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			vars := map[string]ir.Node{}
			if tt.value != nil {
				vars["v"] = tt.value
			}
			rule, message := warn.Assigned(tt.n, tt.t, vars)
			if rule != tt.rule || (message == "") != (rule == "") {
				t.Errorf("got %q: %q, want %q", rule, message, tt.rule)
			}
		})
	}
}

// TestJudge holds that warnings come in the order of the text, each once, however the doubts came.
func TestJudge(t *testing.T) {
	const text = `a == "x" || b == "y"`
	env, err := cel.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	parsed, issues := env.Parse(text)
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	sides := parsed.NativeRep().Expr().AsCall().Args()
	object := &ir.ObjectType{Name: "api.read:body"}
	field := object.Add(&ir.Field{Name: "state", Type: ir.StringType, Required: true, Values: []string{"open"}})
	state := &ir.Member{X: &ir.Root{T: ir.ObjectOf(object), Kind: ir.BodyRoot, Name: "s"}, Field: field}
	doubts := warn.NewDoubts(nil)
	for _, i := range []int{1, 0, 1} {
		doubts.Value(sides[i], state, ir.Text([]string{"x", "y"}[i]))
	}
	doubts.Value(sides[0], state, ir.Text("open"))
	var got []string
	for _, w := range doubts.Judge(state, source.NewPlaces(parsed.NativeRep(), text)) {
		got = append(got, w.Rule+" "+text[w.Offset:w.Offset+w.Length])
	}
	if len(got) != 2 || got[0] != `enum-value a == "x"` || got[1] != `enum-value b == "y"` {
		t.Errorf("got %q", got)
	}
}
