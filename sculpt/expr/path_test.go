package expr_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestPaths holds how a fault names a member that is absent: as its expression does.
func TestPaths(t *testing.T) {
	scope := placeScope(t)
	for text, want := range map[string]string{
		`steps.place.body.results[0].population`:                                     "steps.place.body.results[0].population",
		`steps.place.body.results[inputs.count].population`:                          "steps.place.body.results[...].population",
		`steps.place.body.results.first().value().population`:                        "steps.place.body.results.first().value().population",
		`steps.place.body.results.slice(1, 2)[0].population`:                         "steps.place.body.results.slice(...)[0].population",
		`steps.place.body.results.filter(p, p.name == "x")[0].population`:            "(...)[0].population",
		`(true ? steps.place.body.results : steps.place.body.results)[0].population`: "(...)[0].population",
	} {
		compiled, problems := scope.Compile(text)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", text, problems)
		}
		got := ""
		ir.Walk(compiled.Node, func(n ir.Node) {
			if m, ok := n.(*ir.Member); ok && m.Field.Name == "population" {
				got = m.Path
			}
		})
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
