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
	factory, id := ast.NewExprFactory(), int64(0)
	ast.PostOrderVisit(e, ast.NewExprVisitor(func(e ast.Expr) { id = max(id, e.ID()) }))
	walk(e, nil, func(e ast.Expr, bound []string) bool {
		if e.Kind() != ast.IdentKind || e.AsIdent() != f.Name || slices.Contains(bound, f.Name) {
			return true
		}
		id++ // one that no other expression has
		e.SetKindCase(factory.NewSelect(e.ID(), factory.NewIdent(id, element), f.Name))
		return false
	})
}

// walk calls visit for e and, where that returns true, for the expressions directly below e and so on. bound are the names that macros around an expression
// bind.
func walk(e ast.Expr, bound []string, visit func(e ast.Expr, bound []string) bool) {
	if !visit(e, bound) {
		return
	}
	below := func(bound []string, expressions ...ast.Expr) {
		for _, e := range expressions {
			walk(e, bound, visit)
		}
	}
	switch e.Kind() {
	case ast.SelectKind:
		below(bound, e.AsSelect().Operand())
	case ast.CallKind:
		if e.AsCall().IsMemberFunction() {
			below(bound, e.AsCall().Target())
		}
		below(bound, e.AsCall().Args()...)
	case ast.ListKind:
		below(bound, e.AsList().Elements()...)
	case ast.MapKind:
		for _, entry := range e.AsMap().Entries() {
			below(bound, entry.AsMapEntry().Key(), entry.AsMapEntry().Value())
		}
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		below(bound, c.IterRange(), c.AccuInit())
		below(append(slices.Clip(bound), c.IterVar(), c.IterVar2(), c.AccuVar()), c.LoopCondition(), c.LoopStep(), c.Result())
	}
}
