package lower

import (
	"slices"
	"strconv"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/expr/explain"
	"github.com/nactgen/nactgen/sculpt/ir"
)

func negate(n ir.Node) ir.Node {
	if b, ok := n.(*ir.Binary); ok && b.Op == "==" {
		return &ir.Binary{T: b.T, Op: "!=", X: b.X, Y: b.Y}
	}
	return &ir.Not{X: n}
}

// equal lowers == . CEL compares anything with anything under dyn; null is a value like any other.
func equal(cx context, e, ax, ay ast.Expr) ir.Node {
	x, y := lower(cx, ax), lower(cx, ay)
	cx.doubts.Equal(e, x, y)
	cx.doubts.Value(ay, x, y)
	cx.doubts.Value(ax, y, x)
	tx, ty := x.Type(), y.Type()
	if c, ok := enumConst(tx, y); ok {
		return equalEnum(cx, x, c, ay)
	}
	if c, ok := enumConst(ty, x); ok {
		return equalEnum(cx, y, c, ax)
	}
	return same(cx, x, y)
}

// same reports whether two values are equal.
func same(cx context, x, y ir.Node) ir.Node {
	tx, ty := x.Type(), y.Type()
	switch {
	case tx.Kind == ir.Null && ty.Kind == ir.Null:
		return ir.FnEqual.Call(toDyn(cx, x), toDyn(cx, y))
	case !ir.IsConst(x) && !ir.IsConst(y) && (tx.Kind == ir.Null || ty.Kind == ir.Null):
		return ir.FnEqual.Call(toDyn(cx, x), toDyn(cx, y))
	case ty.Kind == ir.Null && tx.Kind != ir.Dyn:
		return isNull(cx, x)
	case tx.Kind == ir.Null && ty.Kind != ir.Dyn:
		return isNull(cx, y)
	}
	if n, ok := equalEmpty(x, y); ok {
		return n
	}
	x, y = plainUnlessNull(x), plainUnlessNull(y)
	if haveEquality(x.Type(), y.Type()) {
		return &ir.Binary{T: ir.BoolType, Op: "==", X: x, Y: y}
	}
	return ir.FnEqual.Call(toDyn(cx, x), toDyn(cx, y))
}

// equalEmpty is a comparison with a literal that is empty: [], {} or optional.none().
func equalEmpty(x, y ir.Node) (ir.Node, bool) {
	if ir.IsEmpty(x) {
		x, y = y, x
	}
	t := x.Type()
	switch {
	case !ir.IsEmpty(y) || t.Kind != y.Type().Kind || t.Nullable:
		return nil, false
	case t.Kind == ir.Optional:
		return &ir.Not{X: &ir.HasValue{X: x}}, true
	}
	size := ir.FnLen.Call(x)
	return &ir.Binary{T: ir.BoolType, Op: "==", X: size, Y: ir.Int64(0)}, true
}

// plainUnlessNull is n as a plain string if it is of an enum's type that has no null.
func plainUnlessNull(n ir.Node) ir.Node {
	if n.Type().Nullable {
		return n
	}
	return convert.PlainString(n)
}

// haveEquality reports whether Go compares values of the two types without looking at what they are as the service runs. One of
// them may be null-able, and of single values both.
func haveEquality(a, b *ir.Type) bool {
	if a.Enum != b.Enum || !ir.Same(a.Plain(), b.Plain()) || !staticThroughout(a.Plain()) {
		return false
	}
	return a.Scalar() || !a.Nullable || !b.Nullable
}

// staticThroughout reports whether everything in values of t has a type at generation: there is no dyn in it, and no object, whose
// fields a comparison would find only as the service runs.
func staticThroughout(t *ir.Type) bool {
	switch t.Kind {
	case ir.Dyn, ir.Null, ir.Object:
		return false
	case ir.List, ir.Optional:
		return staticThroughout(t.Elem) && (t.Elem.Scalar() || !t.Elem.Nullable)
	case ir.Map:
		return staticThroughout(t.Elem) && (t.Elem.Scalar() || !t.Elem.Nullable) && t.Key.Kind != ir.Dyn
	}
	return true
}

// isNull is x == null. What cannot be null is not, but computing it may fail.
func isNull(cx context, x ir.Node) ir.Node {
	if x.Type().Nullable {
		return &ir.IsNull{X: x}
	}
	switch x.(type) {
	case *ir.Root, *ir.Const:
		return ir.False()
	}
	return ir.FnEqual.Call(toDyn(cx, x), toDyn(cx, &ir.Const{T: ir.NullType}))
}

// enumConst is a string literal that is compared with a value of an enum.
func enumConst(t *ir.Type, n ir.Node) (*ir.Const, bool) {
	c, ok := n.(*ir.Const)
	return c, ok && t.Enum != nil && c.T.Kind == ir.String
}

func equalEnum(cx context, x ir.Node, c *ir.Const, at ast.Expr) ir.Node {
	return &ir.Binary{T: ir.BoolType, Op: "==", X: x, Y: enumValue(cx, x.Type(), c, at)}
}

// enumValue returns a string literal as a value of the type of an enum.
func enumValue(cx context, t *ir.Type, c *ir.Const, at ast.Expr) ir.Node {
	value := c.Value.(string)
	if !slices.Contains(t.Enum.Values, value) {
		return cx.fail(at, "%s is no value of the input %s%s", strconv.Quote(value), t.Enum.Owner, explain.OneOf(value, t.Enum.Values))
	}
	return &ir.Const{T: t, Value: value}
}
