package value

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// Where says what stands at a place of the manifest whose expressions are nodes, and whose fault it is if they fail. nil is
// no expression.
func (s *Scope) Where(place plan.Place, nodes ...ir.Node) plan.Where {
	w, returned := plan.Where{Place: place}, false
	inputs := map[string]bool{}
	for root := range s.through().Roots(nodes...) {
		switch {
		case root.Answered():
			w.Answers = true
		case root.OfStep():
			returned = true
		case root.Kind == ir.InputRoot:
			inputs[root.Name] = true
		}
	}
	if !w.Answers && !returned {
		w.Inputs = slices.Sorted(maps.Keys(inputs))
	}
	return w
}

// through goes through the vars of the scope, and the lists that steps run for the elements of.
func (s *Scope) through() reads.Through {
	return reads.Through{
		Var: func(name string) ir.Node {
			if v := s.defined[name]; v != nil {
				return v.value
			}
			return nil
		},
		List: func(step string) ir.Node { return s.lists[step] },
	}
}
