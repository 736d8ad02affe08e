package analysis

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// question asks whether a node can fail in a scope. Of the scope it has what counts: see relevant.
type question struct {
	node  ir.Node
	known string
}

// canFail reports whether n can fail if it runs next in s. The answer is kept: asked at every level of a nested
// expression, it would take exponential time.
func (m *marker) canFail(n ir.Node, s *scope) bool {
	if !m.risks.of(n) {
		return false
	}
	q := question{n, m.relevant(n, s)}
	fails, asked := m.asked[q]
	if !asked {
		m.mark(n, s.fork())
		fails = n.Marked().Fails
		m.asked[q] = fails
	}
	return fails
}

// relevant returns a text of what s knows of the reads in n. Where two scopes give the same text, n can fail in both or in neither.
func (m *marker) relevant(n ir.Node, s *scope) string {
	known := &knowledge{scope: s}
	ir.Walk(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Member:
			known.fact(m.paths.of(n), facts.Present)
		case *ir.NotNull:
			known.fact(m.paths.of(n.X), facts.NotNull)
			known.done("not null " + m.paths.of(n.X))
		case *ir.Element:
			known.fact(m.paths.of(ofSize(n.List)), facts.AtLeast)
			known.done(m.paths.of(n))
		case *ir.Call:
			if n.Func == ir.FnKey || n.Func == ir.FnValue {
				known.fact(m.paths.of(n), facts.Present)
			}
			if n.Func == ir.FnSlice {
				known.fact(m.paths.of(ofSize(n.Args[0])), facts.AtLeast)
			}
			if len(n.Args) == 1 {
				known.fact(m.paths.of(n.Args[0]), facts.HasType)
			}
			known.done(m.paths.of(n))
		case *ir.Ref:
			if m.lazy[n.To] {
				known.text.WriteString("lazy " + m.paths.of(n) + ";")
				known.done("value of " + m.paths.of(n))
			}
		}
	})
	return known.text.String()
}

// knowledge is a text of what a scope knows.
type knowledge struct {
	scope *scope
	text  strings.Builder
}

// fact adds what is known of that kind about a path, if anything is.
func (k *knowledge) fact(path string, kind facts.Kind) {
	known := k.scope.known
	if !known.Knows(path, kind) {
		return
	}
	k.text.WriteString(path)
	k.text.WriteByte(' ' + byte(kind))
	switch kind {
	case facts.AtLeast:
		k.text.WriteByte(byte(min(known.Size(path), 255)))
	case facts.HasType:
		k.text.WriteByte(byte(known.Type(path).Kind))
	}
	k.text.WriteByte(';')
}

// done adds that what a key names has been computed, if it has.
func (k *knowledge) done(key string) {
	if k.scope.computed(key) != nil {
		k.text.WriteString(key)
		k.text.WriteByte(';')
	}
}
