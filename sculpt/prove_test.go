package sculpt

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

func TestProve(t *testing.T) {
	const items = "steps.a.body.items"
	for _, c := range []struct {
		name, expect, read string
		want               string // the reads that are proven: fields by their names, elements by their indexes
	}{
		{"nothing", "true", items + "[0].name", ""},
		{"has", "has(this.body.items)", items + "[0].name", "items"},
		{"size above 0", "size(this.body.items) > 0", items + "[0].name", "0 items"},
		{"size of an optional list", "size(this.body.?items.orValue([])) > 0", items + "[0].name", "0 items"},
		{"size is not 0", "size(this.body.items) != 0", items + "[0].name", "0 items"},
		{"size is not 1", "size(this.body.items) != 1", items + "[0].name", ""},
		{"size at least 2", "size(this.body.items) >= 2", items + "[1].name", "1 items"},
		{"size equals 2", "size(this.body.items) == 2", items + "[2].name", "items"},
		{"size at least 0", "size(this.body.items) >= 0", items + "[0].name", ""},
		{"size below 5", "size(this.body.items) < 5", items + "[0].name", ""},
		{"a default that is not empty", `size(this.body.?next.?items.orValue(["x"].map(x, this.body.next.items[0]))) > 0`, "steps.a.body.next.items[0].name", ""},
		{"both of a conjunction", "has(this.body.next) && has(this.body.items)", items + "[0].name", "items"},
		{"neither of a disjunction", "has(this.body.next) || has(this.body.items)", items + "[0].name", ""},
		{"no negation", "!has(this.body.items)", items + "[0].name", ""},
		{"another field of the same name", "has(this.body.next.items)", items + "[0].name", ""},
		{"a negative index", "size(this.body.items) > 0", items + "[-1].name", "items"},
		{"fields of elements", "size(this.body.items) > 0 && has(this.body.items[0].name)", items + "[0].name", "name 0 items"},
		{"fields of other elements", "size(this.body.items) > 0 && has(this.body.items[0].name)", items + "[1].name", "items"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool := load(t, head+`
    steps: {a: {call: api.items, expect: [{that: '`+c.expect+`', fail: GONE}]}}
    outputs: {x: {description: A text., value: "${`+c.read+`}"}}
`, Options{}).Tools[0]
			if got := proven(tool.Outputs[0].Value); got != c.want {
				t.Errorf("proven is %q, want %q", got, c.want)
			}
		})
	}
}

// proven are the reads of an expression that cannot fail, the outermost first.
func proven(n ir.Node) string {
	var reads []string
	ir.Walk(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Member:
			if n.Proven {
				reads = append(reads, n.Field.Name)
			}
		case *ir.Element:
			if n.Proven {
				reads = append(reads, show(n.Index.(*ir.Const).Value))
			}
		}
	})
	return strings.Join(reads, " ")
}

// TestProveInOrder checks that a fact holds from its condition on, and not before.
func TestProveInOrder(t *testing.T) {
	tool := load(t, head+`
    steps:
      a: {call: api.items}
      b:
        call: api.text
        with: {q: "${steps.a.body.items[0].name}"}
        require: [{that: size(steps.a.body.items) > 0, fail: GONE}]
      c: {call: api.text, with: {q: "${vars.first}"}}
    vars: {first: "${steps.a.body.items[0].name}"}
    outputs: {x: {description: A text., value: "${vars.first + steps.b.body + steps.c.body}"}}
`, Options{}).Tools[0]
	want := map[string]string{"b": "0 items", "first": "0 items"}
	for _, a := range tool.Actions {
		switch a := a.(type) {
		case *plan.Check:
			if got := proven(a.That); got != "" {
				t.Errorf("the condition relies on itself: %s", got)
			}
		case *plan.Var:
			if got := proven(a.Value); got != want[a.Name] {
				t.Errorf("of the var %s, %q is proven, want %q", a.Name, got, want[a.Name])
			}
		case *plan.Step:
			if len(a.Args) > 0 && a.Name == "b" {
				if got := proven(a.Args[0].Value); got != want[a.Name] {
					t.Errorf("of the step %s, %q is proven, want %q", a.Name, got, want[a.Name])
				}
			}
		}
	}
}
