package expr_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// placeEnv returns an environment with a step point, whose answer is an object, and a few inputs.
func placeEnv(t *testing.T) *expr.Env {
	t.Helper()
	env, err := expr.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	place := &ir.ObjectType{Name: "geo:Place"}
	place.Add(&ir.Field{Name: "name", Type: ir.StringType, Required: true})
	place.Add(&ir.Field{Name: "population", Type: ir.IntType})
	body := &ir.ObjectType{Name: "geo:search"}
	body.Add(&ir.Field{Name: "results", Type: ir.ListOf(ir.ObjectOf(place)), Required: true})
	body.Add(&ir.Field{Name: "best", Type: ir.ObjectOf(place).OrNull()})
	body.Add(&ir.Field{Name: "score", Type: ir.DoubleType.OrNull(), Required: true})
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(&ir.Field{Name: "place", Type: expr.Answer("place", ir.ObjectOf(body)), Required: true})
	day := &ir.Enum{Owner: "day", Values: []string{"TODAY", "TOMORROW"}}
	inputs := &ir.ObjectType{Name: "inputs"}
	inputs.Add(&ir.Field{Name: "city", Type: ir.StringType})
	inputs.Add(&ir.Field{Name: "count", Type: ir.IntType})
	inputs.Add(&ir.Field{Name: "day", Type: &ir.Type{Kind: ir.String, Enum: day}})
	inputs.Add(&ir.Field{Name: "unit", Type: ir.OptionalOf(ir.StringType)})
	tables := &ir.ObjectType{Name: "tables"}
	tables.Add(&ir.Field{Name: "hours", Type: ir.MapOf(ir.StringType, ir.IntType)})
	none := &ir.ObjectType{Name: "none"}
	keys := map[string]map[string]bool{"hours": {"TODAY": true}}
	env.Enter(&expr.Scope{Inputs: inputs, Steps: steps, Vars: none, Config: none, Tables: tables, TableKeys: keys}, "")
	return env
}

// TestProblems pins what is said about an expression that is wrong, and where: the carets stand below the bytes that are underlined.
func TestProblems(t *testing.T) {
	tests := []struct{ name, text, carets, message string }{
		{"a field that there is not", `steps.place.body.resluts[0].name`, `                ^^^^^^^^`, `geo:search has no field "resluts"; did you mean "results"?`},
		{"a field of an element", `steps.place.body.results[0].nmae`, `                           ^^^^^`, `geo:Place has no field "nmae"; did you mean "name"?`},
		{"after letters of two bytes", `'é' + steps.place.body.nme`, `                       ^^^^`, `geo:search has no field "nme"`},
		{"an input", `inputs.ctiy + '!'`, `^^^^^^^^^^^`, `there is no input "ctiy"; did you mean "city"?`},
		{"a step", `steps.plaec.body`, `^^^^^^^^^^^`, `there is no step "plaec"; did you mean "place"?`},
		{"a container", `input.city`, `^^^^^`, `there is no name or function "input"; did you mean "inputs"?`},
		{"a container alone", `size(inputs)`, `     ^^^^^^`, `inputs is no value of its own: name one of its members`},
		{"a function", `inputs.city.uperAscii()`, `           ^^^^^^^^^^`, `there is no name or function "uperAscii"; did you mean "upperAscii"?`},
		{"numbers of two types", `inputs.count * 1.5`, `             ^`, `* does not take (int, double); CEL does not convert by itself: write double(...) or int(...), or 1.0 instead of 1`},
		{"text and number", `inputs.city + inputs.count`, `            ^`, `+ does not take (string, int); convert with string(...)`},
		{"a value that may be absent", `inputs.unit + 'x'`, `^^^^^^^^^^^`, `the input unit may be absent: read it with inputs.?unit, guard it with has(inputs.unit), or give it a default`},
		{"an optional in an operator", `inputs.?unit + 'x'`, `             ^`, `+ does not take (optional_type(string), string); say what stands for an absent value, with .orValue(...)`},
		{"a value of an enum", `inputs.day == 'TODYA'`, `              ^^^^^^^`, `"TODYA" is no value of the input day; did you mean "TODAY"?`},
		{"a table that lacks a row", `tables.hours[inputs.day]`, `             ^^^^^^^^^^`, `the table hours has no row for TOMORROW, which the input day can be`},
		{"a regular expression", `inputs.city.matches('[')`, `                    ^^^`, "this is no regular expression: missing closing ]: `[`"},
		{"an IP address", `isIP('x') || ip('10.0.0.256').family() == 4`, `                ^^^^^^^^^^^^`, `this is not an IP address`},
		{"a CIDR block", `cidr('10.0.0.0/33').masked()`, `     ^^^^^^^^^^^^^`, `this is not a CIDR block`},
		{"an address in a block", `cidr('10.0.0.0/8').containsIP('10.0.0')`, `                              ^^^^^^^^`, `"10.0.0" is not an IP address`},
		{"a value that is not in cel.block", `cel.block([1], cel.index(1))`, `                  ^^^^^^`, `there is no name or function "@index1"`},
		{"a key that stands twice", `{'a': 1, 'a': 2}`, `         ^^^`, `this key stands twice in the map`},
		{"a key that may be null", `{steps.place.body.score: 1}`, ` ^^^^^^^^^^^^^^^^^^^^^^`, `the key of a map cannot be null, and this may be`},
		{"no CEL", `inputs.city +`, `             ^`, `this is no CEL expression: mismatched input '<EOF>'`},
		{"on another line", "inputs.city +\n  inputs.cty", `                ^^^^^^^^^^`, `there is no input "cty"; did you mean "city"?`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, problems := placeEnv(t).Compile(test.text)
			if len(problems) != 1 {
				t.Fatalf("%d problems, want 1: %v", len(problems), problems)
			}
			p := problems[0]
			if !strings.HasPrefix(p.Message, test.message) {
				t.Errorf("message %q,\n   want %q", p.Message, test.message)
			}
			if carets := strings.Repeat(" ", p.Offset) + strings.Repeat("^", p.Length); carets != test.carets {
				t.Errorf("underlined\n%s\n%s, want\n%s", test.text, carets, test.carets)
			}
		})
	}
}

// TestAllProblems holds that a problem does not hide the others.
func TestAllProblems(t *testing.T) {
	_, problems := placeEnv(t).Compile(`inputs.cty + inputs.uint + steps.plce.body.x`)
	if len(problems) != 3 {
		t.Errorf("problems: %v, want three", problems)
	}
}
