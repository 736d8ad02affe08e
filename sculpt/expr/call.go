package expr

import (
	"regexp"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// call lowers a call: of an operator, a function, or what a macro made of itself.
func (l *lowerer) call(e ast.Expr) ir.Node {
	call := e.AsCall()
	args := call.Args()
	if call.IsMemberFunction() {
		args = append([]ast.Expr{call.Target()}, args...)
	}
	if l.env.unbound[call.FunctionName()] {
		return l.callUnbound(e, args)
	}
	switch call.FunctionName() {
	case operators.Conditional:
		return l.conditional(e, args)
	case operators.LogicalAnd, operators.LogicalOr:
		return l.logic(call.FunctionName() == operators.LogicalAnd, args)
	case operators.LogicalNot:
		return &ir.Not{X: l.as(args[0], ir.BoolType)}
	case operators.Equals:
		return l.equal(e, args[0], args[1])
	case operators.NotEquals:
		return negate(l.equal(e, args[0], args[1]))
	case operators.OptSelect:
		field := string(args[1].AsLiteral().(types.String))
		if n, ok := l.container(e, args[0], field, false, true); ok {
			return n
		}
		l.checkOperand(args[0])
		return l.maybe(l.lower(args[0]), field, e)
	case operators.OptIndex:
		l.checkOperand(args[0])
		return l.optIndex(l.lower(args[0]), l.lower(args[1]), e)
	case operators.Index:
		return l.index(e, args)
	case operators.In, operators.OldIn:
		return l.in(e, args)
	case "optional.of", "optional.ofNonZeroValue", "optional.none", "value", "hasValue", "or", "orValue", "unwrap", "optional.unwrap", "unwrapOpt":
		return l.optional(e, args)
	case "matches":
		return l.matches(args)
	case "type":
		return l.typeOf(args[0])
	case "dyn":
		return l.dyn(l.lower(args[0]))
	}
	return l.apply(e, args)
}

// callUnbound lowers a call of a function that nothing implements. Its arguments need not be computed to fail.
func (l *lowerer) callUnbound(e ast.Expr, args []ast.Expr) ir.Node {
	for _, arg := range args {
		l.lower(arg) // for its problems
	}
	name := &ir.Const{T: ir.StringType, Value: e.AsCall().FunctionName()}
	return l.convert(ir.FnUnbound.Call(name), l.checked(e), e)
}

// conditional lowers ?:. What optMap and optFlatMap expand to is recognized.
func (l *lowerer) conditional(e ast.Expr, args []ast.Expr) ir.Node {
	if target, ok := optMapTarget(args); ok {
		return l.optMap(target, args[1])
	}
	return l.choice(args, l.lower)
}

// choice lowers ?: with its branches by branch.
func (l *lowerer) choice(args []ast.Expr, branch func(ast.Expr) ir.Node) ir.Node {
	cond := l.as(args[0], ir.BoolType)
	var then, other ir.Node
	l.given(cond, true, func() { then = branch(args[1]) })
	l.given(cond, false, func() { other = branch(args[2]) })
	t := unifyWith(then.Type(), other)
	if ir.IsEmpty(then) {
		t = unifyWith(other.Type(), then)
	}
	return &ir.Cond{If: cond, Then: l.convert(then, t, args[1]), Else: l.convert(other, t, args[2])}
}

// logic lowers && and ||. The right side counts only where the left one does not decide.
func (l *lowerer) logic(and bool, args []ast.Expr) ir.Node {
	n := &ir.Logic{And: and, X: l.as(args[0], ir.BoolType)}
	l.given(n.X, and, func() { n.Y = l.as(args[1], ir.BoolType) })
	return n
}

// matches lowers a match of a regular expression. A literal one is checked here and compiled as the service starts.
func (l *lowerer) matches(args []ast.Expr) ir.Node {
	x := l.as(args[0], ir.StringType)
	pattern := l.as(args[1], ir.StringType)
	c, ok := pattern.(*ir.Const)
	if !ok {
		return ir.FnMatches.Call(x, pattern)
	}
	if _, err := regexp.Compile(c.Value.(string)); err != nil {
		return l.fail(args[1], "this is no regular expression: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return &ir.Matches{X: x, Pattern: c.Value.(string)}
}

// typeOf lowers type(x), which is known at generation but for a dyn and for null.
func (l *lowerer) typeOf(e ast.Expr) ir.Node {
	x := l.lower(e)
	return ir.FnTypeOf.Call(l.dyn(x))
}
