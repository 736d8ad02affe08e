package check_test

import (
	"slices"
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/ir"
)

func newEnv(t *testing.T) *check.Env {
	t.Helper()
	env, err := check.NewEnv()
	if err != nil {
		t.Fatal(err)
	}
	return env
}

// newScope returns a scope with an input city and a step s, whose answer has a list of objects.
func newScope() *check.Scope {
	item := &ir.ObjectType{Name: "api.read:Item"}
	item.Add(&ir.Field{Name: "price", Type: ir.DoubleType.OrNull(), Required: true})
	inputs, steps := &ir.ObjectType{Name: "inputs"}, &ir.ObjectType{Name: "steps"}
	inputs.Add(&ir.Field{Name: "city", Type: ir.StringType})
	inputs.Add(&ir.Field{Name: "unit", Type: ir.OptionalOf(ir.StringType)})
	steps.Add(&ir.Field{Name: "s", Type: check.Answer("s", ir.ListOf(ir.ObjectOf(item))), Required: true})
	return check.NewScope(check.Names{Inputs: inputs, Steps: steps, Vars: []string{"later"}})
}

// TestCheck holds the type that the checker finds for an expression; empty: it finds something wrong.
func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		`inputs.city + "!"`:            "string",
		`inputs.city + 1`:              "",
		`inputs.cty`:                   "",
		`inputs.unit`:                  "string", // that it may be absent is the lowering's matter
		`steps.s.status`:               "int",
		`steps.s.body[0].price`:        "double or null",
		`steps.s.body.map(i, i.price)`: "list(double or null)",
		`steps.s.body[?0].?price`:      "optional(double or null)",
		`date.weekday("2026-11-22")`:   "int",
		`url.query("?a=b", "a")`:       "optional(string)",
		`ip("::1")`:                    "net.IP",
	} {
		env, scope := newEnv(t), newScope()
		parsed, issues := env.Parse(text)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		got := ""
		if checked, issues := env.Check(parsed, scope); issues.Err() == nil {
			got = scope.Type(checked.OutputType()).String()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// TestReferencesOf holds what an expression names: each member once, and no local that hides a container.
func TestReferencesOf(t *testing.T) {
	for _, tt := range []struct {
		text                string
		inputs, steps, vars []string
		this                bool
	}{
		{`inputs.b + inputs.a + inputs.b`, []string{"b", "a"}, nil, nil, false},
		{`steps.s.body.inputs.x`, nil, []string{"s"}, nil, false},
		{`has(inputs.a) && inputs.?b.hasValue()`, []string{"a", "b"}, nil, nil, false},
		{`[1].map(inputs, inputs.a) + vars.list`, nil, nil, []string{"list"}, false},
		{`this.status == 404`, nil, nil, nil, true},
	} {
		parsed, issues := newEnv(t).Parse(tt.text)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		refs := check.ReferencesOf(parsed.NativeRep())
		if !slices.Equal(refs.Inputs, tt.inputs) || !slices.Equal(refs.Steps, tt.steps) || !slices.Equal(refs.Vars, tt.vars) || refs.This != tt.this {
			t.Errorf("%s: got %+v", tt.text, refs)
		}
	}
}

// TestScope holds that the scopes of a tool share its vars, and that this is the answer of a scope's own step.
func TestScope(t *testing.T) {
	tool := newScope()
	step := tool.Of("s")
	if tool.Container(check.This) != nil || step.Container(check.This) == nil {
		t.Errorf("this is %v outside of a step, and %v in one", tool.Container(check.This), step.Container(check.This))
	}
	if !step.Undefined("later") {
		t.Error("a var has a value before it is given one")
	}
	tool.Define("later", ir.Int64(1))
	if step.Undefined("later") || step.Container(check.Vars).Field("later") == nil {
		t.Error("a var that one scope of the tool defines is unknown to another")
	}
}

// TestObjectsAlike holds that objects with the same fields are one type to the checker, and others are not.
func TestObjectsAlike(t *testing.T) {
	object := func(name string, fields ...*ir.Field) *ir.Type {
		o := &ir.ObjectType{Name: name}
		for _, f := range fields {
			o.Add(f)
		}
		return ir.ObjectOf(o)
	}
	text, number := &ir.Field{Name: "a", Type: ir.StringType}, &ir.Field{Name: "a", Type: ir.IntType}
	config := &ir.ObjectType{Name: "config"}
	config.Add(&ir.Field{Name: "one", Type: object("api.one:X", text), Required: true})
	config.Add(&ir.Field{Name: "same", Type: object("api.two:Y", text), Required: true})
	config.Add(&ir.Field{Name: "other", Type: object("api.three:X", number), Required: true})
	env, scope := newEnv(t), check.NewScope(check.Names{Config: config})
	for text, alike := range map[string]bool{"config.one == config.same": true, "config.one == config.other": false} {
		parsed, issues := env.Parse(text)
		if issues.Err() != nil {
			t.Fatal(issues.Err())
		}
		if _, issues := env.Check(parsed, scope); (issues.Err() == nil) != alike {
			t.Errorf("%s: %v", text, issues.Err())
		}
	}
}

// TestRecord holds which records have one type: by their outermost name, and the names, order and types of their members. Types are
// told apart by what they are, not by what messages call them.
func TestRecord(t *testing.T) {
	scope := newScope()
	record := func(name, member string, value ir.Node) *ir.Record {
		return scope.Record(name, []ir.RecordMember{{Name: member, Value: value}})
	}
	of := func(values ...string) ir.Node {
		return &ir.Const{T: &ir.Type{Kind: ir.String, Enum: &ir.Enum{Values: values}}, Value: values[0]}
	}
	for _, tt := range []struct {
		name string
		a, b *ir.Record
		same bool
	}{
		{"alike", record("out", "a", ir.Text("x")), record("out", "a", ir.Text("y")), true},
		{"alike inside", record("out", "a", record("out", "x", ir.Text("x"))), record("out", "a", record("out", "x", ir.Text("y"))), true},
		{"of another output", record("out", "a", ir.Text("x")), record("body", "a", ir.Text("x")), false},
		{"another member", record("out", "a", ir.Text("x")), record("out", "b", ir.Text("x")), false},
		{"of another type", record("out", "a", ir.Text("x")), record("out", "a", ir.Int64(1)), false},
		{"another record inside", record("out", "a", record("out", "x", ir.Int64(1))), record("out", "a", record("out", "y", ir.Int64(1))), false},
		{"two enums of the same values", record("out", "a", of("A", "B")), record("out", "a", of("A", "B")), false},
	} {
		if same := tt.a.T.Object == tt.b.T.Object; same != tt.same {
			t.Errorf("%s: one type is %t", tt.name, same)
		}
	}
}

// TestTypesOfOneName holds that object types which have one name in messages stay apart: an operation that answers differently to
// steps that accept different media types.
func TestTypesOfOneName(t *testing.T) {
	answer := func(step, field string) *ir.Field {
		object := &ir.ObjectType{Name: "api.read:item"}
		object.Add(&ir.Field{Name: field, Type: ir.IntType, Required: true})
		return &ir.Field{Name: step, Type: check.Answer(step, ir.ObjectOf(object)), Required: true}
	}
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(answer("r", "n"))
	steps.Add(answer("s", "m"))
	env, scope := newEnv(t), check.NewScope(check.Names{Steps: steps})
	parsed, issues := env.Parse("[steps.r.body].map(b, steps.s.body.m + b.n)")
	if issues.Err() != nil {
		t.Fatal(issues.Err())
	}
	if _, issues := env.Check(parsed, scope); issues.Err() != nil {
		t.Error(issues.Err())
	}
}
