package value

import (
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// sources are the expressions that hold reads and calls.
type sources map[*ir.Source]source

type source struct {
	in       *manifest.Expr
	compiled expr.Expression
}

func (s sources) add(in *manifest.Expr, compiled expr.Expression) {
	for _, read := range compiled.Sources {
		s[read] = source{in, compiled}
	}
}

// Place returns where in the manifest a read or a call stands.
func (c *Compiler) Place(s *ir.Source) (pos diag.Position, length int) {
	read := c.sources[s]
	at := read.compiled.Place(s)
	return read.in.At(at.Offset), at.Length
}

// Text returns a read or a call as its author wrote it.
func (c *Compiler) Text(s *ir.Source) string {
	read := c.sources[s]
	at := read.compiled.Place(s)
	return read.in.Text[at.Offset : at.Offset+at.Length]
}
