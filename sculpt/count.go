package sculpt

import "github.com/nactgen/nactgen/sculpt/plan"

import "github.com/nactgen/nactgen/sculpt/work"

// countWork marks what the expressions of a tool do again for every element of a list, which the service counts.
func countWork(t *plan.Tool) {
	var c work.Counter
	for _, a := range t.Actions {
		switch a := a.(type) {
		case *plan.Check:
			a.That, a.Detail = c.Count(a.That), c.Count(a.Detail)
		case *plan.Var:
			a.Value = c.Define(a.Name, a.Value)
		case *plan.Step:
			for i := range a.Args {
				a.Args[i].Value = c.Count(a.Args[i].Value)
			}
			a.Body = c.Count(a.Body)
			for i := range a.OnError {
				a.OnError[i].Detail = c.Count(a.OnError[i].Detail)
			}
		}
	}
	for _, out := range t.Outputs {
		out.Value = c.Count(out.Value)
	}
}
