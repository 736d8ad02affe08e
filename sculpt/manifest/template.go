package manifest

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Template is a scalar in which ${...} is an expression. One that is a single ${...} has one part, which is an Expr. An
// empty scalar has no parts.
type Template struct {
	Pos     diag.Position
	Parts   []Part
	Escapes []*Expr // what stands behind $${, up to the } that would end it as an expression: it is text, and in Parts as such
}

// Part is literal text or an expression.
type Part struct {
	Text string // literal text, $${ already turned into ${
	Expr *Expr  // or an expression
}

// Literal returns the text of a template that has no expressions, and whether it has none.
func (t *Template) Literal() (string, bool) {
	var b strings.Builder
	for _, p := range t.Parts {
		if p.Expr != nil {
			return "", false
		}
		b.WriteString(p.Text)
	}
	return b.String(), true
}

// Single returns the expression of a template that is one expression and nothing else, or nil.
func (t *Template) Single() *Expr {
	if len(t.Parts) != 1 {
		return nil
	}
	return t.Parts[0].Expr
}

// Expr is the source text of an expression, without ${ and }, and without blanks and line breaks around it.
type Expr struct {
	Text string
	Pos  diag.Position // where Text starts in the file
	at   func(offset int) diag.Position
}

// Span returns where the expression stands.
func (e *Expr) Span() (pos diag.Position, length int) { return e.At(0), len(e.Text) }

// At returns the place in the file of the byte offset in Text, which is kept within it. It is exact in plain, quoted,
// literal and folded scalars, also over several lines.
func (e *Expr) At(offset int) diag.Position {
	if e.at == nil {
		return e.Pos
	}
	return e.at(max(0, min(offset, len(e.Text))))
}

// newExpr returns the expression that stands in the scalar n from byte from of its decoded text on.
func newExpr(p *places, n *yaml.Node, text string, from int) *Expr {
	trimmed := strings.TrimSpace(text)
	from += strings.Index(text, trimmed)
	layout, src := p.layout(n), p.src
	at := func(offset int) diag.Position { return src.pos(layout.at(from + offset)) }
	return &Expr{Text: trimmed, Pos: at(0), at: at}
}

// newTemplate reads a scalar as a template. It returns nil, with a finding, if n is no scalar or its expressions cannot be
// told from its text.
func newTemplate(r *reader, what string, n *yaml.Node) *Template {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		r.wrongKind(n, what, "a single value")
		return nil
	}
	if r.refused[n] || !r.legible(n) {
		return nil
	}
	return marked(r, what, n)
}

// split parts the text of a scalar into literal text and expressions. It returns nil, with a finding, if they cannot be told
// apart.
func split(r *reader, what string, n *yaml.Node) *Template {
	s := &splitter{reader: r, what: what, scalar: n}
	at := 0
	for at >= 0 && at < len(n.Value) {
		at = s.next(at)
	}
	if at < 0 {
		return nil
	}
	s.endText()
	return &Template{Pos: r.place(n).pos, Parts: s.parts, Escapes: s.escapes}
}

// splitter parts the text of one scalar.
type splitter struct {
	*reader
	what    string
	scalar  *yaml.Node
	parts   []Part
	escapes []*Expr
	text    strings.Builder // literal text behind the parts, so far
}

// next takes what stands at an offset, up to the end of the next $${ or expression, and returns the offset behind it; or
// -1, with a finding.
func (s *splitter) next(at int) int {
	rest := s.scalar.Value[at:]
	i := strings.Index(rest, "${")
	switch {
	case i < 0:
		s.text.WriteString(rest)
		return at + len(rest)
	case i > 0 && rest[i-1] == '$':
		s.text.WriteString(rest[:i-1] + "${")
		return s.escape(at + i + len("${"))
	}
	s.text.WriteString(rest[:i])
	s.endText()
	return s.expression(at + i)
}

// escape notes what stands behind a $${, which ends at an offset, and returns that offset.
func (s *splitter) escape(at int) int {
	if length, ok := expressionEnd(s.scalar.Value[at:]); ok && strings.TrimSpace(s.scalar.Value[at:at+length]) != "" {
		s.escapes = append(s.escapes, newExpr(s.places, s.scalar, s.scalar.Value[at:at+length], at))
	}
	return at
}

// endText makes a part of the text before an expression, or at the end.
func (s *splitter) endText() {
	if s.text.Len() > 0 {
		s.parts = append(s.parts, Part{Text: s.text.String()})
		s.text.Reset()
	}
}

// expression takes the ${...} at an offset, and returns the offset behind it; or -1, with a finding.
func (s *splitter) expression(at int) int {
	start := at + len("${")
	length, ok := expressionEnd(s.scalar.Value[start:])
	if !ok {
		unterminated(s.reader, s.what, s.scalar, at)
		return -1
	}
	e := newExpr(s.places, s.scalar, s.scalar.Value[start:start+length], start)
	if e.Text == "" {
		s.errorf(place{s.src.pos(s.layout(s.scalar).at(at)), length + len("${}")}, "template", "${} in %s holds no expression; write $${ for a literal ${", s.what)
		return -1
	}
	s.parts = append(s.parts, Part{Expr: e})
	return start + length + len("}")
}

// marked splits a scalar as split does, and refuses one whose text was probably meant as an expression.
func marked(r *reader, what string, n *yaml.Node) *Template {
	t := split(r, what, n)
	if t == nil {
		return nil
	}
	if problem := t.unmarked(); problem != "" {
		r.errorf(r.place(n), "unmarked-expression", "%s", problem)
		return nil
	}
	return t
}

// unterminated reports a ${ that no } ends.
func unterminated(r *reader, what string, n *yaml.Node, at int) {
	l, hint := r.layout(n), "; write $${ for a literal ${"
	if n.Style == 0 && strings.HasPrefix(strings.TrimLeft(string(r.src.data[l.end:]), " \t"), "#") {
		hint = ": a # after a blank starts a comment in YAML; quote the value"
	}
	r.errorf(place{r.src.pos(l.at(at)), len("${")}, "template", "${ in %s has no matching }%s", what, hint)
}

// templateForm is that of a text in which expressions stand.
var templateForm = Form{Kind: Single, Is: "template"}

// template is the target of a template.
func template(dst **Template) target {
	return target{form: leaf(templateForm), read: func(r *reader, what string, n *yaml.Node) { *dst = newTemplate(r, what, n) }}
}

// expression is the target of what can be nothing but an expression. It may stand in ${} as it does elsewhere.
func expression(dst **Expr) target {
	return target{form: leaf(Form{Kind: Single, Is: "expression", Patterns: []string{`[\s\S]*\S[\s\S]*`}}), read: func(r *reader, what string, n *yaml.Node) {
		switch {
		case n.Kind != yaml.ScalarNode || n.Tag == "!!null":
			r.wrongKind(n, what, "an expression")
		case r.refused[n] || !r.legible(n):
		case strings.TrimSpace(n.Value) == "":
			r.errorf(r.place(n), "empty", "%s is empty; write an expression", what)
		case strings.HasPrefix(strings.TrimSpace(n.Value), "${"):
			*dst = whole(r, what, n)
		default:
			*dst = newExpr(r.places, n, n.Value, 0)
		}
	}}
}

// whole reads a scalar that starts with ${ as the one expression that it has to be.
func whole(r *reader, what string, n *yaml.Node) *Expr {
	start := strings.Index(n.Value, "${") + len("${")
	length, ok := expressionEnd(n.Value[start:])
	switch {
	case !ok:
		unterminated(r, what, n, start-len("${"))
		return nil
	case strings.TrimSpace(n.Value[start:start+length]) == "":
		r.errorf(r.place(n), "empty", "%s is empty; write an expression", what)
		return nil
	case strings.TrimSpace(n.Value[start+length+1:]) != "":
		r.errorf(r.place(n), "template", "%s is one expression; write all of it in one ${...}, or without ${ and }", what)
		return nil
	}
	return newExpr(r.places, n, n.Value[start:start+length], start)
}
