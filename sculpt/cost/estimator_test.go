package cost_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/cost"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// newScope returns a scope with an answer, an input and two vars, which the Estimator knows.
func newScope(t *testing.T, e *cost.Estimator) *expr.Scope {
	t.Helper()
	compiler, err := expr.NewCompiler()
	if err != nil {
		t.Fatal(err)
	}
	object := func(name string, fields ...*ir.Field) *ir.ObjectType {
		o := &ir.ObjectType{Name: name}
		for _, f := range fields {
			f.Required = true
			o.Add(f)
		}
		return o
	}
	texts := ir.ListOf(ir.StringType)
	item := object("item", &ir.Field{Name: "name", Type: ir.StringType}, &ir.Field{Name: "parts", Type: texts}, &ir.Field{Name: "size", Type: ir.IntType})
	body := object("body", &ir.Field{Name: "items", Type: ir.ListOf(ir.ObjectOf(item))}, &ir.Field{Name: "sizes", Type: ir.ListOf(ir.IntType)})
	scope := compiler.Scope(expr.Names{
		Inputs: object("inputs", &ir.Field{Name: "words", Type: ir.StringType}),
		Steps:  object("steps", &ir.Field{Name: "s", Type: expr.Answer("s", ir.ObjectOf(body))}),
		Vars:   []string{"words", "names"},
	})
	for _, v := range []struct{ name, text string }{{"words", `inputs.words.split(",")`}, {"names", `steps.s.body.items.map(i, i.name)`}} {
		scope.Define(v.name, e.Define(v.name, compile(t, scope, v.text)))
	}
	return scope
}

func compile(t *testing.T, scope *expr.Scope, text string) ir.Node {
	t.Helper()
	compiled, problems := scope.Compile(text)
	if len(problems) > 0 {
		t.Fatalf("%s: %s", text, problems[0].Message)
	}
	return compiled.Node
}

// isCounted reports whether something in n is counted.
func isCounted(n ir.Node) bool {
	counted := false
	ir.Walk(n, func(n ir.Node) { counted = counted || ir.Counts(n) })
	return counted
}

// TestEstimator holds where a value may come from for a pass over it to be free.
func TestEstimator(t *testing.T) {
	for _, test := range []struct {
		text    string
		counted bool
	}{
		{`steps.s.body.items.map(i, i.parts.map(p, p + i.name))`, true}, // the name once for every part
		{`steps.s.body.items.map(i, i.parts.map(p, p + "!"))`, false},
		{`steps.s.body.items.map(i, i.parts.filter(p, p in steps.s.body.items.map(j, j.name)))`, true},
		{`steps.s.body.items.filter(i, i.name in inputs.words.split(","))`, false},
		{`steps.s.body.items.filter(i, i.name in vars.words)`, false},
		{`steps.s.body.items.filter(i, i.name in vars.names)`, true},
		{`vars.words.map(w, steps.s.body.items.filter(i, i.name == w))`, false},
		{`vars.names.map(w, steps.s.body.items.filter(i, i.name == w))`, true},
		{`steps.s.body.items.filter(i, i.size in steps.s.body.sizes)`, true},
		{`steps.s.body.items.filter(i, i.size > steps.s.body.sizes.size())`, false},
		{`steps.s.body.items.filter(i, i.parts.size() > 3).map(i, i.parts[0])`, false},
		{`steps.s.body.items.map(i, [i.name] + i.parts).map(l, l.join(", "))`, false},
		{`cel.bind(first, steps.s.body.items[0], first.parts.map(p, p.size()))`, false},
		{`cel.bind(first, steps.s.body.items[0], steps.s.body.items.map(i, first.parts.size()))`, false},
		{`cel.bind(first, steps.s.body.items[0], steps.s.body.items.map(i, first.parts.reverse()[0]))`, true},
		{`steps.s.body.items.map(i, cel.bind(n, i.name, n + n)).map(n, n.size())`, false},
		{`lists.range(steps.s.body.items.size()).map(i, steps.s.body.items[i].name)`, true}, // the same one could come again
	} {
		var e cost.Estimator
		n := compile(t, newScope(t, &e), test.text)
		if got := isCounted(e.Mark(n)); got != test.counted {
			t.Errorf("%s is counted: %t, want %t", test.text, got, test.counted)
		}
	}
}

// TestMarkAgain holds that an expression can be marked more than once.
func TestMarkAgain(t *testing.T) {
	var e cost.Estimator
	n := e.Mark(compile(t, newScope(t, &e), `steps.s.body.items.map(i, steps.s.body.items[0].name)`))
	counted := 0
	ir.Walk(e.Mark(n), func(n ir.Node) {
		if _, ok := n.(*ir.Counted); ok {
			counted++
		}
	})
	if counted != 1 {
		t.Errorf("the name is counted %d times for each element", counted)
	}
}

func TestMarkNothing(t *testing.T) {
	var e cost.Estimator
	if n := e.Mark(nil); n != nil {
		t.Errorf("no expression became %#v", n)
	}
}
