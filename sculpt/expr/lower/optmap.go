package lower

import (
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"

	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// The macros optMap and optFlatMap expand to
//
//	target.hasValue() ? optional.of(cel.bind(v, target.value(), body)) : optional.none()
//	target.hasValue() ? cel.bind(v, target.value(), body) : optional.none()
//
// with a binding of the target around it where that is more than a name.

// optMapTarget returns the target if the arguments of ?: are those.
func optMapTarget(args []ast.Expr) (ast.Expr, bool) {
	if !isCall(args[0], "hasValue", 0) || !args[0].AsCall().IsMemberFunction() || !isCall(args[2], "optional.none", 0) {
		return nil, false
	}
	target := args[0].AsCall().Target()
	bound := args[1]
	if isCall(bound, "optional.of", 1) {
		bound = bound.AsCall().Args()[0]
	}
	if target.Kind() != ast.IdentKind || bound.Kind() != ast.ComprehensionKind || !isFalse(bound.AsComprehension().LoopCondition()) {
		return nil, false
	}
	value := bound.AsComprehension().AccuInit()
	if !isCall(value, "value", 0) || !value.AsCall().IsMemberFunction() || !isIdent(value.AsCall().Target(), target.AsIdent()) {
		return nil, false
	}
	return target, true
}

// optMapBody returns the second argument of ?: if a binding is the one around an expansion.
func optMapBody(c ast.ComprehensionExpr) (ast.Expr, bool) {
	if !isCall(c.Result(), operators.Conditional, 3) {
		return nil, false
	}
	args := c.Result().AsCall().Args()
	target, ok := optMapTarget(args)
	if !ok || target.AsIdent() != c.AccuVar() || isName(c.AccuVar()) {
		return nil, false
	}
	return args[1], true
}

// isName reports whether an author can write the name of a variable.
func isName(name string) bool { return name != "" && name[0] != '@' && name[0] != '#' }

// isCall reports whether e calls the function with so many arguments, beside a target.
func isCall(e ast.Expr, function string, args int) bool {
	return e.Kind() == ast.CallKind && e.AsCall().FunctionName() == function && len(e.AsCall().Args()) == args
}

// optMap lowers the expansion: bound is its second part.
func optMap(cx context, target, bound ast.Expr) ir.Node {
	wrapped := isCall(bound, "optional.of", 1)
	if wrapped {
		bound = bound.AsCall().Args()[0]
	}
	c := bound.AsComprehension()
	x := optionalOf(cx, target)
	local := &ir.Local{T: x.Type().Elem, Name: c.AccuVar()}
	within := cx.with(local).knowing(facts.OfElement(ir.FilterOfElement(x, nil), local))
	if wrapped {
		return &ir.Then{X: x, Local: local, Body: &ir.Some{X: lower(within, c.Result())}}
	}
	return &ir.Then{X: x, Local: local, Body: optionalOf(within, c.Result())}
}

// optionalOf lowers an expression that is an optional, or a dyn that holds one.
func optionalOf(cx context, e ast.Expr) ir.Node {
	x := lower(cx, e)
	if x.Type().Kind == ir.Dyn {
		return ir.FnAsOpt.Call(x)
	}
	return x
}
