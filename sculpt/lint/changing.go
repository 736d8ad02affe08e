package lint

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// changing warns of steps that are sent with a key, and whose request is another one at each call.
func changing(t *tool.Checked, found *diag.List) {
	through := reads.In(t.Plan)
	for _, s := range t.Plan.Steps() {
		if s.Key == (plan.Key{}) {
			continue
		}
		sent := append(lists.Map(s.Args, func(a plan.Arg) ir.Node { return a.Value }), s.Body)
		m := lists.Find(t.Manifest.Steps, func(m *manifest.Step) bool { return m.Name.V == s.Name })
		if f := fleeting(through, sent); f != nil && m.Key.Set {
			found.WarnAt(m.Key, "changing-request", "the step %s sends another request each time, because of %s(): when a call is repeated, so that the upstream sees its key again, the request cannot go out; "+
				"take the value as an input, or leave it out of the request", s.Name, f.Declares)
		}
	}
}

// fleeting returns a function that has another value at each call, if expressions call one. The date of now() lasts long enough for a call to be
// repeated.
func fleeting(through reads.Through, sent []ir.Node) *ir.Function {
	var dated []ir.Node
	for n := range through.Nodes(sent...) {
		call, ok := n.(*ir.Call)
		switch {
		case !ok:
		case call.Func == ir.FnDateOf:
			dated = append(dated, named(through, call.Args[0]))
		case call.Func.Impure && !slices.Contains(dated, n):
			return call.Func
		}
	}
	return nil
}

// named is what a var stands for, and any other expression itself.
func named(through reads.Through, n ir.Node) ir.Node {
	if root, ok := n.(*ir.Root); ok && root.Kind == ir.VarRoot {
		return through.Var(root.Name)
	}
	return n
}
