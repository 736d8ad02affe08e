package check

import (
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// element is the container of the element that a step runs for. Nobody can write its name.
const element = "@element"

// Means reports whether a name means something in every expression, so that no element can have it: that of a type, or the first
// one of functions such as math.abs.
func (e *Env) Means(name string) bool {
	for f := range e.cel.Functions() {
		if strings.HasPrefix(f, name+".") {
			return true
		}
	}
	for _, v := range e.cel.Variables() {
		if v.Name() == name {
			return true
		}
	}
	_, isType := e.cel.CELTypeProvider().FindIdent(name)
	return isType
}

// IsElement reports whether an expression names the element that a step runs for.
func IsElement(e ast.Expr) bool {
	return e.Kind() == ast.SelectKind && e.AsSelect().Operand().Kind() == ast.IdentKind && e.AsSelect().Operand().AsIdent() == element
}

// Element returns the step whose element has a name in the scope, and the element; nil if there is none.
func (s *Scope) Element() (step string, f *ir.Field) {
	if o := s.elements[s.loop]; o != nil {
		f = o.Fields()[0]
	}
	return s.loop, f
}

// bindElement makes members of their container of what a parsed expression calls by the name of the scope's element, unless a
// macro around it binds that name.
func (s *Scope) bindElement(e ast.Expr) {
	_, f := s.Element()
	if f == nil {
		return
	}
	b := &binder{factory: ast.NewExprFactory(), name: f.Name}
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) { b.id = max(b.id, e.ID()) }))
	b.bind(e)
}

// binder makes members of a container of a name.
type binder struct {
	factory ast.ExprFactory
	name    string
	id      int64 // the greatest of an expression so far
}

func (b *binder) bind(expressions ...ast.Expr) {
	for _, e := range expressions {
		b.expression(e)
	}
}

func (b *binder) expression(e ast.Expr) {
	switch e.Kind() {
	case ast.IdentKind:
		if e.AsIdent() == b.name {
			b.id++
			e.SetKindCase(b.factory.NewSelect(e.ID(), b.factory.NewIdent(b.id, element), b.name))
		}
	case ast.SelectKind:
		b.bind(e.AsSelect().Operand())
	case ast.CallKind:
		if e.AsCall().IsMemberFunction() {
			b.bind(e.AsCall().Target())
		}
		b.bind(e.AsCall().Args()...)
	case ast.ListKind:
		b.bind(e.AsList().Elements()...)
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			b.bind(entry.AsMapEntry().Key(), entry.AsMapEntry().Value())
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		b.bind(c.IterRange(), c.AccuInit())
		if !slices.Contains([]string{c.IterVar(), c.IterVar2(), c.AccuVar()}, b.name) {
			b.bind(c.LoopCondition(), c.LoopStep(), c.Result())
		}
	}
}
