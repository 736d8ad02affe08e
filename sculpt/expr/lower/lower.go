// Package lower makes typed trees of checked expressions: what the emitter prints as Go.
//
//	steps.order.body.items.filter(i, i.?price.orValue(0) > 10)[0].name
//
// becomes a [ir.Member] of a [ir.Loop] that ends with the first element, over a [ir.Member] of a [ir.Root]. What the checker
// inferred decides which function a call means; here it is decided how values that may be absent, null or untyped are read, what
// conditions have shown of them, and what of an expression is known before the service runs.
//
// What lowers a part of an expression is a function of the part and of its [context]: the names that are bound and the conditions
// that hold there. A problem does not end the lowering: a placeholder stands for the part, and all problems are found.
package lower

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/expr/usage"
	"github.com/nactgen/nactgen/sculpt/expr/warn"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Input is a checked expression and what it stands in.
type Input struct {
	Env   *check.Env
	Scope *check.Scope
	AST   *ast.AST
	Text  string
}

// Lowered is what became of an expression. If there are problems, nothing else of it is of use.
type Lowered struct {
	Node     ir.Node
	Problems []source.Problem
	Warnings []warn.Warning
	Usage    usage.Log    // what it does with answers
	Sources  []*ir.Source // of its reads and calls that can fail
	Places   *source.Places
}

// Value lowers an expression.
func Value(in Input) Lowered { return lowered(newContext(in), lower) }

// JSON is Value for an expression whose value becomes JSON: a map literal becomes a record, its members in the author's order.
// name is what the JSON is, for the names of records.
func JSON(in Input, name string) Lowered {
	cx := newContext(in)
	cx.record = name
	return lowered(cx, func(cx context, e ast.Expr) ir.Node {
		n := lowerJSON(cx, e)
		refuseAnswer(cx, e, n)
		return n
	})
}

// refuseAnswer refuses to use an answer of a step that runs for each element of a list as a value: only its field is one.
func refuseAnswer(cx context, e ast.Expr, n ir.Node) {
	if answer := n.Type().Sole(); answer != nil {
		only := answer.Fields()[0].Name
		cx.fail(e, "the answer for an element is no value of its own: read its %[1]s, as in .map(a, a.%[1]s)", only)
	}
}

// lowering lowers a part of an expression.
type lowering func(context, ast.Expr) ir.Node

func lowered(cx context, as lowering) Lowered {
	n := as(cx, cx.ast.Expr())
	checkSize(cx, n)
	ir.Walk(n, func(n ir.Node) {
		if dyn, ok := n.(*ir.ToDyn); ok {
			refuseAnswer(cx, cx.ast.Expr(), dyn.X)
		}
	})
	if len(cx.problems) == 0 {
		cx.problems = cx.doubts.Refused(n, cx.places)
	}
	if len(cx.problems) > 0 {
		return Lowered{Problems: cx.problems}
	}
	return Lowered{Node: n, Warnings: cx.doubts.Judge(n, cx.places), Usage: *cx.usage, Sources: cx.sources, Places: cx.places}
}

// lower lowers e. Its type is what the conditions around it have shown it to be.
func lower(cx context, e ast.Expr) ir.Node { return narrow(cx, asChecked(cx, e)) }

// lowerTo lowers e to a value of type t.
func lowerTo(cx context, e ast.Expr, t *ir.Type) ir.Node { return convertTo(cx, lower(cx, e), t, e) }

// asChecked lowers e to a value of the type that its parts give it.
func asChecked(cx context, e ast.Expr) ir.Node {
	switch e.Kind() {
	case ast.LiteralKind:
		return literal(e)
	case ast.IdentKind:
		return identifier(cx, e)
	case ast.SelectKind:
		return sourced(cx, e, selection(cx, e))
	case ast.ListKind:
		return listLiteral(cx, e, lower)
	case ast.MapKind:
		return mapLiteral(cx, e)
	case ast.CallKind:
		return sourced(cx, e, calls(cx, e))
	case ast.ComprehensionKind:
		return comprehension(cx, e, lower)
	}
	return cx.fail(e, "messages are Protobuf, which OpenAPI has not")
}

// What an expression may come to: all that follows goes over its nodes more than once, and vars of vars could nest lists as deep as
// there are vars.
const (
	mostNodes = 50_000
	mostDepth = 32 // of lists, maps and optionals within each other
)

// checkSize notes a problem if a lowered expression is larger than what can be dealt with.
func checkSize(cx context, n ir.Node) {
	e := cx.ast.Expr()
	if d := depth(n.Type()); d > mostDepth {
		cx.fail(e, "this is %d lists, maps and optionals within each other, and %d is the most; make them flat, or leave their types to the service, with dyn(...)", d, mostDepth)
	}
	nodes := 0
	ir.Walk(n, func(ir.Node) { nodes++ })
	if nodes > mostNodes {
		cx.fail(e, "this expression comes to %d parts, and %d is the most; make vars of its parts, or a table of its literals", nodes, mostNodes)
	}
}

// depth returns how many types stand around the innermost one.
func depth(t *ir.Type) int {
	d := 0
	for ; t.Elem != nil; t = t.Elem {
		d++
	}
	return d
}
