package analysis

import (
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// loop marks a loop. What it does with an element knows what the condition has shown of it, and what a filter has that
// made the list.
func (m *marker) loop(n *ir.Loop, s *scope) {
	m.below(n, s, n.Over)
	shown := facts.OfElement(ir.FilterOf(n.Over, m.vars), n.Var)
	if ir.HoldsGroups(n.Over, m.vars) {
		shown = append(shown, facts.About(facts.Fact{Path: ir.Path(&ir.Ref{To: n.Var}), Kind: facts.AtLeast, Size: 1})...)
	}
	inside := s.fork(shown...)
	chosen := inside
	if n.Where != nil {
		m.below(n, inside, n.Where)
		chosen = inside.given(n.Where, true)
	}
	m.below(n, chosen, n.KeyElem, n.Elem)
	n.Marked().Fails = n.Marked().Fails || n.Kind == ir.First || n.Kind == ir.Associate && !n.HasOwnKeys()
	n.Isolated = m.isIsolated(n)
	n.Unordered = isUnordered(n)
	atLeast(n, ir.Branches)
}

// isUnordered reports whether the order of a map's entries shows nowhere: not in the result, and not in which error comes
// first or when the budget is spent.
func isUnordered(n *ir.Loop) bool {
	switch n.Kind {
	case ir.All, ir.Any:
		return !n.WhereFails() && !ir.Contains(n.Where, ir.Counts)
	case ir.Count, ir.One:
		return !n.WhereFails()
	case ir.Associate:
		return n.HasOwnKeys() && !n.WhereFails() && !n.Elem.Marked().Fails && !n.KeyElem.Marked().Fails
	}
	return false
}

// isIsolated reports whether the condition of a quantifier has to stand in a function of its own. Its error is kept while the loop goes on, since a
// later element may decide. Where several statements of the condition can fail, as in a loop, or where the value of a binding is computed at its
// first use, keeping the error takes a function that returns it. The same holds where the error may be that of the budget, which has to be told
// apart, since it ends the loop whatever later elements are.
func (m *marker) isIsolated(n *ir.Loop) bool {
	if n.Kind != ir.All && n.Kind != ir.Any || !n.WhereFails() {
		return false
	}
	return ir.Contains(n.Where, func(n ir.Node) bool {
		switch n := n.(type) {
		case *ir.Loop:
			return n.Kind != ir.Any && n.Kind != ir.All
		case *ir.Call:
			return n.Budget
		case *ir.Logic: // may become a call
			return ir.Contains(n, ir.Counts)
		case *ir.Ref:
			return m.lazy[n.To]
		}
		return false
	})
}
