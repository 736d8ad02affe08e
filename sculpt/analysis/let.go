package analysis

import (
	"slices"

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
	if !n.Strict && n.Value.Marked().Fails && !m.needs.of(n.Body, n.Local) {
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

// needs remembers the answers of its method of. Each of several bindings inside one another asks it about the nodes below: without a memory, the
// questions would multiply with each level.
type needs map[need]bool

type need struct {
	node  ir.Node
	local *ir.Local
}

// of reports whether n reads a local whatever else happens, or fails.
func (k needs) of(n ir.Node, l *ir.Local) bool {
	q := need{n, l}
	found, known := k[q]
	if !known {
		found = k.find(n, l)
		k[q] = found
	}
	return found
}

func (k needs) find(n ir.Node, l *ir.Local) bool {
	switch n := n.(type) {
	case *ir.Ref:
		return n.To == l
	case *ir.Cond:
		return k.of(n.If, l) || k.of(n.Then, l) && k.of(n.Else, l)
	case *ir.Let:
		return k.of(n.Body, l) || (n.Strict || k.of(n.Body, n.Local)) && k.of(n.Value, l)
	}
	return slices.ContainsFunc(ir.Always(n), func(below ir.Node) bool { return k.of(below, l) })
}
