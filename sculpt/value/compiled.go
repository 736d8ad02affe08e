package value

import (
	"maps"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Compiled is what is known of expressions beside their trees.
type Compiled struct {
	Usage    expr.UsageLog // what the expressions do with answers
	Warnings diag.List     // what is doubtful about the expressions; shown only where there are no errors
	Sources  Sources

	escapes []escape // those that were read, and were not looked at yet
}

// escape is a text behind $${, and the scope that it would be an expression in.
type escape struct {
	text *manifest.Expr
	in   *expr.Scope
}

func newCompiled() *Compiled { return &Compiled{Sources: Sources{}} }

// Joined returns what is known of the expressions of all parts, in their order.
func Joined(parts ...*Compiled) *Compiled {
	all := newCompiled()
	for _, c := range parts {
		all.Usage = append(all.Usage, c.Usage...)
		all.Warnings = append(all.Warnings, c.Warnings...)
		maps.Copy(all.Sources, c.Sources)
	}
	return all
}

func (c *Compiled) add(in *manifest.Expr, compiled expr.Expression) {
	c.Usage = append(c.Usage, compiled.Usage...)
	for _, w := range compiled.Warnings {
		c.Warnings.Warnf(in.At(w.Offset), w.Length, w.Rule, "%s", w.Message)
	}
	for _, read := range compiled.Sources {
		c.Sources[read] = source{in, compiled}
	}
}

// noteEscapes notes what in a text would be an expression of a scope without its escape.
func (c *Compiled) noteEscapes(t *manifest.Template, in *expr.Scope) {
	for _, e := range t.Escapes {
		c.escapes = append(c.escapes, escape{e, in})
	}
}

// judgeEscapes warns of texts that would be expressions without their escape.
func (c *Compiled) judgeEscapes() {
	for _, e := range c.escapes {
		if compiled, problems := e.in.Compile(e.text.Text); len(problems) == 0 && compiled.Node != nil {
			c.Warnings.WarnAt(e.text, "escaped-expression", "%s", e.text.Escaped())
		}
	}
	c.escapes = nil
}

// converted is the node of what was converted.
func (c *Compiled) converted(n expr.Converted) ir.Node {
	c.Usage = append(c.Usage, n.Usage...)
	return n.Node
}

// Sources are the reads and the calls in expressions, each with the expression that holds it.
type Sources map[*ir.Source]source

type source struct {
	in       *manifest.Expr
	compiled expr.Expression
}

// Place returns where in the manifest a read or a call stands.
func (s Sources) Place(of *ir.Source) (pos diag.Position, length int) {
	read := s[of]
	at := read.compiled.Place(of)
	return read.in.At(at.Offset), at.Length
}

// Text returns a read or a call as its author wrote it.
func (s Sources) Text(of *ir.Source) string {
	read := s[of]
	at := read.compiled.Place(of)
	return read.in.Text[at.Offset : at.Offset+at.Length]
}
