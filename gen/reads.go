package gen

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// read is something that the tool's method has a variable for: the body of a step's answer, what the answer says beside its
// body (a StatusRoot), what a function returned, or a var.
type read struct {
	kind ir.RootKind
	name string
}

func partOf(step, part string) read { return read{ir.StepRoot, step + "." + part} }
func bodyOf(s *plan.Step) read      { return read{ir.BodyRoot, s.Name} }
func pagesOf(s *plan.Step) read     { return read{ir.PagesRoot, s.Name} }
func metaOf(s *plan.Step) read      { return read{ir.StatusRoot, s.Name} }

// reads says how often something is read.
type reads map[read]int

// readsOf counts what is computed of expressions, which each calls its argument for.
func readsOf(each func(func(ir.Node))) reads {
	r := reads{}
	each(func(n ir.Node) {
		ir.WalkComputed(n, func(n ir.Node) {
			switch n := n.(type) {
			case *ir.Root:
				r.root(n)
			case *ir.Invoke:
				for _, step := range n.Of.Metas {
					r[read{ir.StatusRoot, step}]++
				}
			}
		})
	})
	return r
}

func (r reads) root(n *ir.Root) {
	switch n.Kind {
	case ir.BodyRoot, ir.ResultRoot, ir.PagesRoot, ir.VarRoot:
		r[read{n.Kind, n.Name}]++
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		r[read{ir.StatusRoot, n.Name}]++
	case ir.ProblemRoot:
		r[read{n.Kind, n.Part}]++
		if n.Part == "headers" {
			r[read{ir.StatusRoot, n.Name}]++
		}
	case ir.StepRoot:
		r[partOf(n.Name, n.Part)]++
	case ir.ElementRoot:
		r[read{n.Kind, n.Part}]++
	}
}

// beyond reports whether something is read more often than within a part.
func (r reads) beyond(within reads, of read) bool { return r[of] > within[of] }
