package lower

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// conditional lowers ?:. What optMap and optFlatMap expand to is recognized.
func conditional(cx context, e ast.Expr, args []ast.Expr) ir.Node {
	if target, ok := optMapTarget(args); ok {
		return optMap(cx, target, args[1])
	}
	return choice(cx, args, lower)
}

// choice lowers ?: with its branches by branch.
func choice(cx context, args []ast.Expr, branch lowering) ir.Node {
	cond := lowerTo(cx, args[0], ir.BoolType)
	then := branch(cx.given(cond, true), args[1])
	other := branch(cx.given(cond, false), args[2])
	t := convert.UnifyWith(then.Type(), other)
	if ir.IsEmpty(then) {
		t = convert.UnifyWith(other.Type(), then)
	}
	return &ir.Cond{If: cond, Then: convertTo(cx, then, t, args[1]), Else: convertTo(cx, other, t, args[2])}
}

// logic lowers && and ||. The right side counts only where the left one does not decide.
func logic(cx context, and bool, args []ast.Expr) ir.Node {
	x := lowerTo(cx, args[0], ir.BoolType)
	return &ir.Logic{And: and, X: x, Y: lowerTo(cx.given(x, and), args[1], ir.BoolType)}
}
