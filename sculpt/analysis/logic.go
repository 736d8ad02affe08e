package analysis

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// logic decides in which order the sides of && or || are computed. CEL lets an error of one side not count if the other
// decides, and Go computes the right side only if the left one does not: so a left side that can fail has to wait.
func (m *marker) logic(n *ir.Logic, s *scope) {
	n.Order, n.Before = ir.InOrder, nil
	if m.canFail(n.X, s) {
		m.readBefore(n, s)
		switch {
		case !m.canFail(n.X, s):
		case !m.canFail(n.Y, s):
			n.Order = ir.Reversed
		default:
			n.Order = ir.Absorbed
		}
	}
	switch n.Order {
	case ir.InOrder:
		m.inOrder(n, s, n.X, n.Y)
	case ir.Reversed:
		m.inOrder(n, s, n.Y, n.X)
	default:
		m.below(n, s.fork(), n.X)
		m.below(n, s.fork(), n.Y)
		atLeast(n, ir.Branches)
	}
}

// inOrder marks the sides of a logic operator of which the second is computed only if the first does not decide.
func (m *marker) inOrder(n *ir.Logic, s *scope, first, second ir.Node) {
	m.below(n, s, first)
	m.below(n, s.given(first, n.And), second)
	if second.Marked().Form > ir.Inline {
		atLeast(n, ir.Branches)
	}
}

// readBefore moves the reads that both sides make in any case in front of the operator. If one of them fails, both sides do, and so does the
// whole: the error counts wherever it happens.
func (m *marker) readBefore(n *ir.Logic, s *scope) {
	read := map[string]bool{}
	for _, shared := range slices.Backward(facts.SharedReads(n)) { // one around another comes first
		if read[m.paths.of(shared)] {
			continue
		}
		ir.Walk(shared, func(below ir.Node) { read[m.paths.of(below)] = true })
		before := clone(shared)
		m.below(n, s, before)
		if before.Marked().Form > ir.Inline {
			n.Before = append(n.Before, before)
		}
	}
}

// clone returns a copy of n with all that is below it.
func clone(n ir.Node) ir.Node { return ir.Copy(n, clone) }
