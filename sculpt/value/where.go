package value

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Where says what stands at a place of the manifest whose expressions are nodes, and whose fault it is if they fail. nil is
// no expression.
func (s *Scope) Where(place plan.Place, nodes ...ir.Node) plan.Where {
	w, returned := plan.Where{Place: place}, false
	inputs, followed := map[string]bool{}, map[string]bool{}
	var visit func(n ir.Node)
	visit = func(n ir.Node) {
		root, ok := n.(*ir.Root)
		if !ok {
			return
		}
		switch {
		case root.Answered():
			w.Answers = true
		case root.OfStep():
			returned = true
		case root.Kind == ir.InputRoot:
			inputs[root.Name] = true
		case root.Kind == ir.ElementRoot && !followed["for "+root.Part]:
			followed["for "+root.Part] = true
			ir.Walk(s.lists[root.Part], visit)
		case root.Kind == ir.VarRoot:
			if v := s.definition(root); v != nil && !followed[root.Name] {
				followed[root.Name] = true
				ir.Walk(v.value, visit)
			}
		}
	}
	for _, n := range nodes {
		if n != nil {
			ir.Walk(n, visit)
		}
	}
	if !w.Answers && !returned {
		w.Inputs = slices.Sorted(maps.Keys(inputs))
	}
	return w
}
