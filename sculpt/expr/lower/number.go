package lower

import (
	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

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
