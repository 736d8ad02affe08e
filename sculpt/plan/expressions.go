package plan

import "github.com/nactgen/nactgen/sculpt/ir"

// Expressions calls f for every expression of the tool, in the order in which they run.
func (t *Tool) Expressions(f func(ir.Node)) {
	call := func(nodes ...ir.Node) {
		for _, n := range nodes {
			if n != nil {
				f(n)
			}
		}
	}
	for _, a := range t.Actions {
		switch a := a.(type) {
		case *Check:
			call(a.That, a.Detail)
		case *Var:
			call(a.Value)
		case *Step:
			for _, arg := range a.Args {
				call(arg.Value)
			}
			call(a.Body)
			for _, rule := range a.OnError {
				call(rule.Detail)
			}
		}
	}
	for _, out := range t.Outputs {
		call(out.Value)
	}
}
