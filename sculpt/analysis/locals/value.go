package locals

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// value is what a variable holds, as expressions name it: by the kind of their roots, where StatusRoot stands for all that an answer says
// beside its body.
type value struct {
	kind ir.RootKind
	name string // of the step or the var
	part string // of a StepRoot
}

func bodyOf(step string) value       { return value{kind: ir.BodyRoot, name: step} }
func metaOf(step string) value       { return value{kind: ir.StatusRoot, name: step} }
func pagesOf(step string) value      { return value{kind: ir.PagesRoot, name: step} }
func resultOf(step string) value     { return value{kind: ir.ResultRoot, name: step} }
func elementOf(step string) value    { return value{kind: ir.ElementRoot, name: step} }
func partOf(step, part string) value { return value{ir.StepRoot, step, part} }
func varOf(name string) value        { return value{kind: ir.VarRoot, name: name} }

// reads says how many times each value is read.
type reads map[value]int

// readsOf counts what is computed of expressions, each of which expressions calls its argument for.
func readsOf(expressions func(func(ir.Node))) reads {
	r := reads{}
	expressions(func(n ir.Node) {
		ir.WalkComputed(n, func(n ir.Node) {
			switch n := n.(type) {
			case *ir.Root:
				r.root(n)
			case *ir.Invoke: // its arguments are all else that the function reads of steps and vars
				for _, step := range n.Of.Metas {
					r[metaOf(step)]++
				}
			}
		})
	})
	return r
}

// readsOfTool counts what the actions and the outputs of a tool read. Functions that were moved out of them read by way of their arguments.
func readsOfTool(t *plan.Tool) reads {
	return readsOf(func(f func(ir.Node)) {
		plan.Expressions(t.Actions, f)
		for _, out := range t.Outputs {
			f(out.Value)
		}
	})
}

func (r reads) root(n *ir.Root) {
	switch n.Kind {
	case ir.BodyRoot, ir.ResultRoot, ir.PagesRoot, ir.VarRoot:
		r[value{kind: n.Kind, name: n.Name}]++
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		r[metaOf(n.Name)]++
	case ir.ProblemRoot:
		if n.Part == "headers" {
			r[metaOf(n.Name)]++
		}
	case ir.StepRoot:
		r[partOf(n.Name, n.Part)]++
	case ir.ElementRoot:
		r[elementOf(n.Part)]++
	}
}

// problemReads returns what a rule reads of the error answer beside its headers.
func problemReads(rule plan.ErrorRule) plan.ProblemReads {
	var reads plan.ProblemReads
	rule.Expressions(func(n ir.Node) {
		ir.WalkComputed(n, func(n ir.Node) {
			if root, ok := n.(*ir.Root); ok && root.Kind == ir.ProblemRoot {
				reads.Status = reads.Status || root.Part == "status"
				reads.Body = reads.Body || root.Part == "body"
			}
		})
	})
	return reads
}
