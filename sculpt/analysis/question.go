package analysis

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// question is whether a node can fail where that is known of what it reads.
type question struct {
	node  ir.Node
	known string
}

// risk is what is known of a node whatever conditions have shown.
type risk int

const (
	unasked risk = iota
	never        // it cannot fail
	maybe        // it depends on what is known
)

// canFail reports whether n can fail if it runs next in s. The answer is kept: asked at every level of a nested
// expression, it would take exponential time.
func (m *marker) canFail(n ir.Node, s *scope) bool {
	if m.risk(n) == never {
		return false
	}
	q := question{n, m.relevant(n, s)}
	fails, asked := m.fails[q]
	if !asked {
		m.mark(n, s.fork())
		fails = n.Marked().Fails
		m.fails[q] = fails
	}
	return fails
}

// risk returns whether there is anything in n that fails in some cases.
func (m *marker) risk(n ir.Node) risk {
	if r := m.risky[n]; r != unasked {
		return r
	}
	r := never
	if m.isRisky(n) {
		r = maybe
	}
	if let, ok := n.(*ir.Let); ok {
		m.expect(let)
	}
	for _, below := range ir.Children(n) {
		r = max(r, m.risk(below))
	}
	m.risky[n] = r
	return r
}

// expect notes that a binding may be computed when it is first read, so that reading it can fail.
func (m *marker) expect(n *ir.Let) {
	if !n.Strict && m.risk(n.Value) == maybe {
		m.mayBeLazy[n.Local] = true
	}
}

// isRisky reports whether n itself fails in some cases.
func (m *marker) isRisky(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Member:
		return m.absent[n.Field]
	case *ir.Ref:
		return m.mayBeLazy[n.To]
	case *ir.Call:
		return n.Func.Fails
	case *ir.Loop:
		return n.Kind == ir.First || n.Kind == ir.Associate
	case *ir.MapLit:
		return n.T.Key.Kind == ir.Dyn
	case *ir.Row:
		return !n.Proven
	case *ir.NotNull, *ir.Element:
		return true
	}
	return false
}

// relevant tells what s knows of the reads in n, so that some of them cannot fail.
func (m *marker) relevant(n ir.Node, s *scope) string {
	var known strings.Builder
	ir.Walk(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Member:
			m.note(&known, s, m.path(n), facts.Present)
		case *ir.NotNull:
			m.note(&known, s, m.path(n.X), facts.NotNull)
			m.noteDone(&known, s, "not null "+m.path(n.X))
		case *ir.Element:
			m.note(&known, s, m.path(n.List), facts.AtLeast)
			m.noteDone(&known, s, m.path(n))
		case *ir.Call:
			if n.Func == ir.FnKey {
				m.note(&known, s, m.path(n), facts.Present)
			}
			if len(n.Args) == 1 {
				m.note(&known, s, m.path(n.Args[0]), facts.HasType)
			}
			m.noteDone(&known, s, m.path(n))
		case *ir.Ref:
			if m.lazy[n.To] {
				known.WriteString("lazy " + m.path(n) + ";")
				m.noteDone(&known, s, "value of "+m.path(n))
			}
		}
	})
	return known.String()
}

func (m *marker) note(known *strings.Builder, s *scope, path string, kind facts.Kind) {
	if !s.known.Knows(path, kind) {
		return
	}
	known.WriteString(path)
	known.WriteByte(' ' + byte(kind))
	switch kind {
	case facts.AtLeast:
		known.WriteByte(byte(min(s.known.Size(path), 255)))
	case facts.HasType:
		known.WriteByte(byte(s.known.Type(path).Kind))
	}
	known.WriteByte(';')
}

func (m *marker) noteDone(known *strings.Builder, s *scope, key string) {
	if s.computed(key) != nil {
		known.WriteString(key)
		known.WriteByte(';')
	}
}
