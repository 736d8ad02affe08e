package sculpt

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/plan"
)

func TestSchedule(t *testing.T) {
	for _, c := range []struct{ name, parts, want string }{
		{"steps without data keep the manifest's order", `
    steps: {a: {call: api.text}, b: {call: api.text}, c: {call: api.text}}
    outputs: {x: {description: A text., value: "${steps.c.body + steps.b.body + steps.a.body}"}}
`, "(a | b | c)"},
		{"a step runs after those that it reads", `
    steps: {a: {call: api.text, with: {q: "${steps.c.body}"}}, b: {call: api.text}, c: {call: api.text}}
    outputs: {x: {description: A text., value: "${steps.a.body}"}}
`, "(c a | b)"},
		{"also where it reads them by way of vars", `
    steps: {a: {call: api.text, with: {q: "${vars.second}"}}, b: {call: api.text}}
    vars: {second: "${vars.first}2", first: "${steps.b.body}1"}
    outputs: {x: {description: A text., value: "${steps.a.body}"}}
`, "b $first $second a"},
		{"a step that writes runs after those above it", `
    writes: true
    steps: {a: {call: api.text}, b: {call: api.write}, c: {call: api.write}, d: {call: api.text}}
    outputs: {x: {description: A text., value: "${steps.a.body}"}}
`, "a b c d"},
		{"and pulls up what those above it read", `
    writes: true
    steps: {a: {call: api.text, with: {q: "${steps.d.body}"}}, b: {call: api.write}, d: {call: api.text}}
    outputs: {x: {description: A text., value: "${steps.a.body}"}}
`, "d a b"},
		{"conditions stand around their step, those of the tool first", `
    require: [{that: "true", fail: GONE}]
    steps:
      a: {call: api.text, expect: [{that: this.body != "", fail: GONE}]}
      b: {call: api.text, require: [{that: steps.a.body != "x", fail: GONE}, {that: vars.v != "", fail: GONE}]}
    vars: {v: "${steps.a.body}v"}
    outputs: {x: {description: A text., value: "${steps.b.body}"}}
`, "?require.GONE a ?steps.a.expect.GONE ?steps.b.require.GONE $v ?steps.b.require.GONE[1] b"},
		{"a var that only outputs read comes last, one that nothing reads not at all", `
    steps: {a: {call: api.text}, b: {call: api.text}}
    vars: {unused: "u", used: "${steps.a.body}v"}
    outputs: {x: {description: A text., value: "${vars.used}"}, y: {description: A text., value: "${vars.used}"}}
`, "(a | b) $used"},
		{"a var of the detail of an error is computed before the call", `
    steps: {a: {call: api.text, on_error: [{status: 404, fail: GONE, detail: "${vars.v}"}]}}
    vars: {v: "v"}
    outputs: {x: {description: A text., value: "${steps.a.body}"}}
`, "$v a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tool := load(t, head+c.parts, Options{}).Tools[0]
			if got := actions(tool.Actions); got != c.want {
				t.Errorf("the order is %s, want %s", got, c.want)
			}
		})
	}
}

// actions are what a tool does: steps by their names, vars with a $, conditions with a ?.
func actions(list []plan.Action) string {
	var names []string
	for _, a := range list {
		switch a := a.(type) {
		case *plan.Step:
			names = append(names, a.Name)
		case *plan.Var:
			names = append(names, "$"+a.Name)
		case *plan.Check:
			names = append(names, "?"+a.Where.Place.String())
		case *plan.Together:
			var branches []string
			for _, branch := range a.Branches {
				branches = append(branches, actions(branch))
			}
			names = append(names, "("+strings.Join(branches, " | ")+")")
		}
	}
	return strings.Join(names, " ")
}
