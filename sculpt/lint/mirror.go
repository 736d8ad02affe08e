package lint

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// mirrors reports whether the tool only passes its inputs on to one operation, under the same names, and copies fields
// of its answer: nothing is looked up, checked, translated or put together.
func mirrors(t *plan.Tool) bool {
	if len(t.Actions) != 1 {
		return false
	}
	s, ok := t.Actions[0].(*plan.Step)
	if !ok || len(s.OnError) > 0 || s.Body != nil || len(t.Inputs) == 0 || len(t.Outputs) == 0 {
		return false
	}
	renames := func(arg plan.Arg) bool {
		root, ok := arg.Value.(*ir.Root)
		return !ok || root.Kind != ir.InputRoot || letters(root.Name) != letters(arg.Param.Name)
	}
	return !slices.ContainsFunc(s.Args, renames) && !slices.ContainsFunc(t.Outputs, func(out *plan.Output) bool { return !isField(out.Value) })
}

// letters is a name without its case and separators.
func letters(name string) string {
	return strings.NewReplacer("_", "", "-", "", ".", "").Replace(strings.ToLower(name))
}

// isField reports whether an expression is an answer or a field of it.
func isField(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Root:
		return n.Kind == ir.BodyRoot || n.Kind == ir.StepRoot
	case *ir.Member:
		return isField(n.X)
	case *ir.Maybe:
		return isField(n.X)
	}
	return false
}

// manyFields is where [copied] ends to count.
const manyFields = 1000

// copied returns how many fields the answer has that an expression copies whole, [manyFields] or a few more for more; 0 if it copies none.
func copied(n ir.Node) int {
	root, ok := n.(*ir.Root)
	if !ok || root.Kind != ir.BodyRoot {
		return 0
	}
	seen := map[*ir.ObjectType]bool{}
	fields := 0
	var count func(t *ir.Type)
	count = func(t *ir.Type) {
		for t.Kind == ir.List || t.Kind == ir.Map || t.Kind == ir.Optional {
			t = t.Elem
		}
		if t.Kind != ir.Object || !t.Object.Described() {
			return
		}
		whole := t.Object.Whole()
		if seen[whole] || fields >= manyFields {
			return
		}
		seen[whole] = true
		for _, f := range whole.Fields() {
			fields++
			count(f.Type)
		}
	}
	count(root.T)
	return fields
}
