package lower

import (
	"strings"

	"cel.dev/cel-go/common/operators"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// goComparisons are Go's operators for those of CEL.
var goComparisons = map[string]string{
	operators.Less: "<", operators.LessEquals: "<=", operators.Greater: ">", operators.GreaterEquals: ">=",
}

// comparison lowers < <= > >= on static types.
func comparison(cx context, c call) (ir.Node, bool) {
	dynamic := ir.ForDynamic(c.function)
	if mayBeNaN(c.args[0]) && c.args[1].Type().Nullable { // before the types are looked at, NaN is neither less nor greater
		return dynamic.Call(dyns(cx, c.args)...), true
	}
	x, y := convert.PlainString(convert.NotNull(c.args[0])), convert.PlainString(convert.NotNull(c.args[1]))
	kx, ky := x.Type().Kind, y.Type().Kind
	switch op := goComparisons[c.function]; {
	case kx == ky && hasOrder(kx):
		return &ir.Binary{T: ir.BoolType, Op: op, X: x, Y: y}, true
	case kx != ky && isNumber(kx) && isNumber(ky):
		return mixedComparison(op, x, y), true
	}
	return dynamic.Call(toDyn(cx, x), toDyn(cx, y)), true
}

// hasGoOrder reports whether Go's < on values of that kind is CEL's.
func hasGoOrder(k ir.Kind) bool {
	switch k {
	case ir.Int, ir.Uint, ir.Double, ir.String, ir.Duration:
		return true
	}
	return false
}

// hasTypedOrder reports whether Go sorts values of type t as CEL does, without a look at what type each is of.
func hasTypedOrder(t *ir.Type) bool {
	return (hasGoOrder(t.Kind) || t.Kind == ir.Timestamp || t.Kind == ir.Bool) && !t.Nullable
}

// mayBeNaN reports whether n is a double that was computed: JSON has no NaN.
func mayBeNaN(n ir.Node) bool {
	if n.Type().Kind != ir.Double {
		return false
	}
	switch n := n.(type) {
	case *ir.Const, *ir.Member:
		return false
	case *ir.Root:
		return n.Kind == ir.VarRoot
	case *ir.NotNull:
		return mayBeNaN(n.X)
	}
	return true
}

// hasOrder reports whether values of that kind can be compared.
func hasOrder(k ir.Kind) bool {
	return hasGoOrder(k) || k == ir.Bool || k == ir.Bytes || k == ir.Timestamp
}

func isNumber(k ir.Kind) bool { return k == ir.Int || k == ir.Uint || k == ir.Double }

// less and lessEqual compare numbers of two kinds as if both were exact.
var (
	less = map[[2]ir.Kind]*ir.Function{
		{ir.Int, ir.Uint}: ir.FnLessIntUint, {ir.Int, ir.Double}: ir.FnLessIntFloat, {ir.Uint, ir.Int}: ir.FnLessUintInt,
		{ir.Uint, ir.Double}: ir.FnLessUintFloat, {ir.Double, ir.Int}: ir.FnLessFloatInt, {ir.Double, ir.Uint}: ir.FnLessFloatUint,
	}
	lessEqual = map[[2]ir.Kind]*ir.Function{
		{ir.Int, ir.Uint}: ir.FnLessEqualIntUint, {ir.Int, ir.Double}: ir.FnLessEqualIntFloat, {ir.Uint, ir.Int}: ir.FnLessEqualUintInt,
		{ir.Uint, ir.Double}: ir.FnLessEqualUintFloat, {ir.Double, ir.Int}: ir.FnLessEqualFloatInt, {ir.Double, ir.Uint}: ir.FnLessEqualFloatUint,
	}
)

// mixedComparison compares numbers of two kinds.
func mixedComparison(op string, x, y ir.Node) ir.Node {
	if op == ">" || op == ">=" {
		x, y = y, x
	}
	kinds := [2]ir.Kind{x.Type().Kind, y.Type().Kind}
	if strings.HasSuffix(op, "=") {
		return lessEqual[kinds].Call(x, y)
	}
	return less[kinds].Call(x, y)
}
