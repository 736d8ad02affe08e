package analysis

import (
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// let marks a binding. A value that can fail, and that the body does not need in every case, is computed when it is first
// read: an error of it must not count where nothing reads it.
func (m *marker) let(n *ir.Let, s *scope) {
	n.Lazy, m.lazy[n.Local] = false, false
	m.risks.expect(n)
	value := s.fork()
	m.mark(n.Value, value)
	if !n.Strict && n.Value.Marked().Fails && !needs(n.Body, n.Local) {
		n.Lazy, m.lazy[n.Local] = true, true
		m.below(n, s, n.Body)
		atLeast(n, ir.Branches)
		return
	}
	s.adopt(value)
	include(n, n.Value)
	s.learn(facts.OfElement(ir.FilterOfElement(n.Value, m.vars), n.Local)...)
	m.below(n, s, n.Body)
	n.Dropped = !n.Value.Marked().Fails && ir.Uses(n.Body, n.Local) == 0
	if n.Holds() {
		atLeast(n, ir.Lines)
	}
}

// needs reports whether n reads a local whatever else happens, or fails.
func needs(n ir.Node, l *ir.Local) bool {
	switch n := n.(type) {
	case *ir.Ref:
		return n.To == l
	case *ir.Cond:
		return needs(n.If, l) || needs(n.Then, l) && needs(n.Else, l)
	case *ir.Let:
		return needs(n.Body, l) || (n.Strict || needs(n.Body, n.Local)) && needs(n.Value, l)
	}
	for _, below := range ir.Always(n) {
		if needs(below, l) {
			return true
		}
	}
	return false
}
