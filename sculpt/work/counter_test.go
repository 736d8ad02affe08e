package work_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/work"
)

// newEnv returns an environment with an answer, an input and two vars.
func newEnv(t *testing.T) *expr.Env {
	t.Helper()
	env, err := expr.NewEnv()
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
	env.Enter(&expr.Scope{
		Inputs: object("inputs", &ir.Field{Name: "words", Type: ir.StringType}),
		Steps:  object("steps", &ir.Field{Name: "s", Type: expr.Answer("s", ir.ObjectOf(body))}),
		Vars:   object("vars", &ir.Field{Name: "words", Type: texts}, &ir.Field{Name: "names", Type: texts}),
		Config: object("config"), Tables: object("tables"),
	}, "")
	return env
}

func compile(t *testing.T, env *expr.Env, text string) ir.Node {
	t.Helper()
	n, problems := env.Compile(text)
	if len(problems) > 0 {
		t.Fatalf("%s: %s", text, problems[0].Message)
	}
	return n
}

// isCounted reports whether something in n is counted.
func isCounted(n ir.Node) bool {
	counted := false
	ir.Walk(n, func(n ir.Node) { counted = counted || ir.Counts(n) })
	return counted
}

// TestCounter holds where a value may come from for a pass over it to be free.
func TestCounter(t *testing.T) {
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
		env := newEnv(t)
		var c work.Counter
		c.Define("words", compile(t, env, `inputs.words.split(",")`))
		c.Define("names", compile(t, env, `steps.s.body.items.map(i, i.name)`))
		n := compile(t, env, test.text)
		if got := isCounted(c.Count(n)); got != test.counted {
			t.Errorf("%s is counted: %t, want %t", test.text, got, test.counted)
		}
	}
}

// TestCountAgain holds that an expression can be marked more than once.
func TestCountAgain(t *testing.T) {
	env := newEnv(t)
	var c work.Counter
	n := c.Count(compile(t, env, `steps.s.body.items.map(i, steps.s.body.items[0].name)`))
	counted := 0
	ir.Walk(c.Count(n), func(n ir.Node) {
		if _, ok := n.(*ir.Counted); ok {
			counted++
		}
	})
	if counted != 1 {
		t.Errorf("the name is counted %d times for each element", counted)
	}
}

func TestCountNothing(t *testing.T) {
	var c work.Counter
	if n := c.Count(nil); n != nil {
		t.Errorf("no expression became %#v", n)
	}
}
