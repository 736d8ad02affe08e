package lower

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

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

// isFalse reports whether e is the literal false: the loop condition of cel.bind, which never runs.
func isFalse(e ast.Expr) bool {
	b, ok := e.AsLiteral().(types.Bool)
	return e.Kind() == ast.LiteralKind && ok && !bool(b)
}

// binding lowers cel.bind, and what other macros bind.
func binding(cx context, c ast.ComprehensionExpr, body lowering) ir.Node {
	value := lower(cx, c.AccuInit())
	let := &ir.Let{Value: value, Local: &ir.Local{T: value.Type(), Name: c.AccuVar(), Value: value}}
	let.Body = body(cx.with(let.Local).knowing(facts.OfElement(ir.FilterOfElement(value, nil), let.Local)), c.Result())
	if !isName(let.Local.Name) {
		let.Local.Name = readName(value)
	}
	if !ir.Refers(let.Body, let.Local) {
		return let.Body // the value is never computed, and an error of it never occurs
	}
	return let
}

// readName names the value that a macro binds after what it is read from.
func readName(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Member:
		return n.Field.Name
	case *ir.Root:
		return n.Name
	case *ir.Ref:
		return n.To.Name
	case *ir.Loop:
		return readName(n.Over)
	}
	return "list"
}

// firstOfFilter recognizes filter(...)[0], of which only the first element counts.
func firstOfFilter(x, index ir.Node) (ir.Node, bool) {
	loop, ok := filterAt(x, index)
	if !ok {
		return nil, false
	}
	narrowed := loop.Elem
	loop.Kind, loop.T, loop.Elem = ir.First, loop.Var.T, nil
	return narrowedLike(loop, narrowed), true
}

// optionalFirstOfFilter recognizes filter(...)[?0] and filter(...).first().
func optionalFirstOfFilter(x, index ir.Node) (ir.Node, bool) {
	loop, ok := filterAt(x, index)
	if !ok {
		return nil, false
	}
	narrowed := loop.Elem
	loop.Kind, loop.T, loop.Elem = ir.FirstMay, ir.OptionalOf(loop.Var.T), nil
	if narrowed == nil {
		return loop, true
	}
	return then(loop, func(v ir.Node) ir.Node { return &ir.Some{X: narrowedLike(v, narrowed)} }), true
}

// filterAt returns x if it is a filter and index the literal 0.
func filterAt(x, index ir.Node) (*ir.Loop, bool) {
	c, literal := index.(*ir.Const)
	if !literal || c.Value != int64(0) {
		return nil, false
	}
	loop, ok := x.(*ir.Loop)
	return loop, ok && isFilter(loop)
}

// isFilter reports whether a loop keeps elements as they are, or as what its condition has shown them to be.
func isFilter(loop *ir.Loop) bool {
	if loop.Kind != ir.Collect || loop.Where == nil {
		return false
	}
	return loop.Elem == nil || ir.IsLocal(loop.Elem, loop.Var)
}
