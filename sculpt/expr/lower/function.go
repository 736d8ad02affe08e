package lower

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/expr/explain"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// call is a call of a function whose arguments have been lowered.
type call struct {
	expr      ast.Expr
	function  string   // as CEL names it
	overloads []string // those that it can be
	args      []ir.Node
	at        []ast.Expr // what args were
}

// function lowers a call of a function by its overload.
func function(cx context, e ast.Expr, args []ast.Expr) ir.Node {
	c := call{expr: e, function: e.AsCall().FunctionName(), at: args}
	untyped := false
	for _, a := range args {
		n := lower(cx, a)
		if n.Type().Kind == ir.Optional && cx.typeOf(a).Kind == ir.Dyn { // which the checker has let pass for anything
			n = toDyn(cx, n)
		}
		untyped = untyped || n.Type().Kind == ir.Dyn
		c.args = append(c.args, n)
	}
	if f := ir.ForDynamic(c.function); f != nil && untyped && !(zoned[c.function] && len(args) == 2) {
		cx.doubts.Arithmetic(e, c.function, c.args)
		return f.Call(dyns(cx, c.args)...)
	}
	c.overloads = fittingOverloads(cx, c)
	if lower := specialFor(c.function); lower != nil {
		if n, ok := lower(cx, c); ok {
			return n
		}
	}
	if len(c.overloads) != 1 {
		return cx.fail(e, "%s could mean several things here: convert its arguments", explain.Operator(c.function))
	}
	return byOverload(cx, c, c.overloads[0])
}

// zoned are the functions that take a time zone as well, and then timestamps alone.
var zoned = map[string]bool{"getHours": true, "getMinutes": true, "getSeconds": true, "getMilliseconds": true}

// fittingOverloads are the overloads that a call can be. Where the checker leaves several, because it sees a dyn that is known
// better here, those whose parameters the arguments fit.
func fittingOverloads(cx context, c call) []string {
	ids := cx.ast.GetOverloadIDs(c.expr.ID())
	if len(ids) == 1 {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		params := cx.env.Parameters(c.function, id)
		if len(params) != len(c.args) {
			return true
		}
		for i, p := range params {
			kind := c.args[i].Type().Kind
			if p.Kind() != types.TypeParamKind && kind != ir.Dyn && cx.scope.Type(p).Kind != kind {
				return true
			}
		}
		return false
	})
}

// byOverload lowers a call of an overload.
func byOverload(cx context, c call, id string) ir.Node {
	if f := ir.ForOverload(id); f != nil && f.Declares != "" {
		return manifestFunction(cx, c, f)
	}
	if n, ok := literalAddress(cx, c, id); ok {
		return n
	}
	r, ok := ruleOf(id)
	if !ok {
		return cx.fail(c.expr, "%s is not compiled by this release", c.function)
	}
	if takesZone(r.function) {
		checkLocation(cx, c)
	}
	for i, p := range cx.env.Parameters(c.function, id) {
		c.args[i] = argument(cx, c.args[i], p, c.at[i])
	}
	if f := unbounded[id]; f != nil && !ir.IsConst(c.args[2]) {
		r = rule{function: f}
	}
	if t, ok := literalTime(id, c.args[0]); ok {
		return t
	}
	return r.apply(c.args)
}

// argument makes n fit a parameter of a function. A type parameter takes it as it is.
func argument(cx context, n ir.Node, param *types.Type, at ast.Expr) ir.Node {
	if check.HasTypeParam(param) && n.Type().Kind != ir.Dyn {
		return convert.NotNull(n)
	}
	return convertTo(cx, n, cx.scope.Type(param), at)
}

// special lowers a call of a function whose Go depends on more than its overload. With ok false, the call is lowered by its overload.
type special func(cx context, c call) (n ir.Node, ok bool)

// specialFor returns the special of a function, or nil.
func specialFor(function string) special {
	switch function {
	case operators.Less, operators.LessEquals, operators.Greater, operators.GreaterEquals:
		return comparison
	case operators.Add:
		return concatLists
	case operators.Negate:
		return negated
	case "math.@max", "math.@min":
		return extremum
	case "format":
		return formatted
	case "join":
		return joinStrings
	case "size":
		return countFilter
	}
	return specialForLists(function)
}

// negated lowers the negation of a double. That of an int can overflow, and is a function.
func negated(_ context, c call) (ir.Node, bool) {
	x := convert.NotNull(c.args[0])
	switch {
	case x.Type().Kind != ir.Double:
		return nil, false
	case isGoConstant(x):
		return ir.FnNegFloat.Call(x), true
	}
	return &ir.Unary{Op: "-", X: x}, true
}

// extremum lowers math.greatest and math.least of values of several types. Those of one type are calls of an overload.
func extremum(cx context, c call) (ir.Node, bool) {
	if len(c.overloads) == 1 {
		if _, static := ruleOf(c.overloads[0]); static {
			return nil, false
		}
	}
	return ir.ForDynamic(c.function).Call(dyns(cx, c.args)...), true
}
