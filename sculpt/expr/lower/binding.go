package lower

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

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
