package lower

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// comprehension lowers what a macro expanded to. The parser makes every comprehension, and in a few fixed forms: element lowers
// the elements that map and transformList collect.
func comprehension(cx context, e ast.Expr, element lowering) ir.Node {
	c := e.AsComprehension()
	if r := c.IterRange(); r.Kind() == ast.ListKind && r.AsList().Size() == 0 && c.AccuVar() != c.IterVar() && isFalse(c.LoopCondition()) {
		if body, ok := optMapBody(c); ok {
			return optMap(cx, c.AccuInit(), body)
		}
		return binding(cx, c, element)
	}
	f := fold{ComprehensionExpr: c, expr: e, loop: &ir.Loop{}, element: element}
	f.over(cx)
	locals := []*ir.Local{f.loop.Var}
	if f.loop.Index != nil {
		locals = append(locals, f.loop.Index)
	}
	f.body(cx.with(locals...).knowing(facts.OfElement(ir.FilterOf(f.loop.Over, nil), f.loop.Var)))
	fuse(f.loop)
	return f.loop
}

// fuse makes one loop of filter(...).map(...).
func fuse(loop *ir.Loop) {
	inner, ok := loop.Over.(*ir.Loop)
	if !ok || !isFilter(inner) || loop.Kind != ir.Collect || loop.Where != nil || loop.Index != nil || inner.Index != nil {
		return
	}
	if inner.Elem == nil {
		rename(loop.Elem, loop.Var, inner.Var)
	} else if ir.Refers(loop.Elem, loop.Var) { // as something narrower than what the list holds
		loop.Elem = &ir.Let{Local: loop.Var, Value: inner.Elem, Body: loop.Elem}
	}
	loop.Over, loop.Var, loop.Where = inner.Over, inner.Var, inner.Where
}

// rename makes all that refers to one local refer to another.
func rename(n ir.Node, from, to *ir.Local) {
	ir.Walk(n, func(n ir.Node) {
		if ref, ok := n.(*ir.Ref); ok && ref.To == from {
			ref.To = to
		}
	})
}
