package lower

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// calls lowers a call: of an operator, a function, or what a macro made of itself.
func calls(cx context, e ast.Expr) ir.Node {
	call := e.AsCall()
	args := call.Args()
	if call.IsMemberFunction() {
		args = append([]ast.Expr{call.Target()}, args...)
	}
	switch call.FunctionName() {
	case operators.Conditional:
		return conditional(cx, e, args)
	case operators.LogicalAnd, operators.LogicalOr:
		return logic(cx, call.FunctionName() == operators.LogicalAnd, args)
	case operators.LogicalNot:
		return &ir.Not{X: lowerTo(cx, args[0], ir.BoolType)}
	case operators.Equals:
		return equal(cx, e, args[0], args[1])
	case operators.NotEquals:
		return negate(equal(cx, e, args[0], args[1]))
	case operators.OptSelect:
		return optionalSelection(cx, e, args[0], string(args[1].AsLiteral().(types.String)))
	case operators.OptIndex:
		refuseHeld(cx, args[0])
		x, i := lower(cx, args[0]), lower(cx, args[1])
		refuseHeader(cx, x, i, args[1])
		return optionalIndex(cx, x, i, e)
	case operators.Index:
		return indexed(cx, e, args)
	case operators.In, operators.OldIn:
		return membership(cx, e, args)
	case "optional.of", "optional.ofNonZeroValue", "optional.none", "value", "hasValue", "or", "orValue", "unlessNull", "unwrap", "optional.unwrap", "unwrapOpt":
		return optionalCall(cx, e, args)
	case "matches":
		return matches(cx, args)
	case "type":
		return ir.FnTypeOf.Call(toDyn(cx, lower(cx, args[0])))
	case "dyn":
		return toDyn(cx, lower(cx, args[0]))
	}
	return function(cx, e, args)
}

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
