package expr

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

func negate(n ir.Node) ir.Node {
	if b, ok := n.(*ir.Binary); ok && b.Op == "==" {
		return &ir.Binary{T: b.T, Op: "!=", X: b.X, Y: b.Y}
	}
	return &ir.Not{X: n}
}

// equal lowers == . CEL compares anything with anything under dyn; null is a value like any other.
func (l *lowerer) equal(e, ax, ay ast.Expr) ir.Node {
	x, y := l.lower(ax), l.lower(ay)
	l.doubtEqual(e, x, y)
	l.doubtValue(ay, x, y)
	l.doubtValue(ax, y, x)
	tx, ty := x.Type(), y.Type()
	if c, ok := enumConst(tx, y); ok {
		return l.equalEnum(x, c, ay)
	}
	if c, ok := enumConst(ty, x); ok {
		return l.equalEnum(y, c, ax)
	}
	return l.same(x, y)
}

// same reports whether two values are equal.
func (l *lowerer) same(x, y ir.Node) ir.Node {
	tx, ty := x.Type(), y.Type()
	switch {
	case tx.Kind == ir.Null && ty.Kind == ir.Null:
		return ir.FnEqual.Call(l.dyn(x), l.dyn(y))
	case !isConst(x) && !isConst(y) && (tx.Kind == ir.Null || ty.Kind == ir.Null):
		return ir.FnEqual.Call(l.dyn(x), l.dyn(y))
	case ty.Kind == ir.Null && tx.Kind != ir.Dyn:
		return l.isNull(x)
	case tx.Kind == ir.Null && ty.Kind != ir.Dyn:
		return l.isNull(y)
	}
	if n, ok := equalEmpty(x, y); ok {
		return n
	}
	x, y = plainEnum(x), plainEnum(y)
	if haveEquality(x.Type(), y.Type()) {
		return &ir.Binary{T: ir.BoolType, Op: "==", X: x, Y: y}
	}
	return ir.FnEqual.Call(l.dyn(x), l.dyn(y))
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
	return &ir.Binary{T: ir.BoolType, Op: "==", X: size, Y: &ir.Const{T: ir.IntType, Value: int64(0)}}, true
}

// plainEnum is plainString where null is no value.
func plainEnum(n ir.Node) ir.Node {
	if n.Type().Nullable {
		return n
	}
	return plainString(n)
}

// haveEquality reports whether Go compares values of the two types without looking at what they are as the service runs. One of
// them may be null-able, and of single values both.
func haveEquality(a, b *ir.Type) bool {
	if a.Enum != b.Enum || !ir.Same(a.Plain(), b.Plain()) || !known(a.Plain()) {
		return false
	}
	return a.Scalar() || !a.Nullable || !b.Nullable
}

// known reports whether everything in values of t has a type of its own: there is no dyn in it, and no object, whose
// fields a comparison would find only as the service runs.
func known(t *ir.Type) bool {
	switch t.Kind {
	case ir.Dyn, ir.Null, ir.Object:
		return false
	case ir.List, ir.Optional:
		return known(t.Elem) && (t.Elem.Scalar() || !t.Elem.Nullable)
	case ir.Map:
		return known(t.Elem) && (t.Elem.Scalar() || !t.Elem.Nullable) && t.Key.Kind != ir.Dyn
	}
	return true
}

func isConst(n ir.Node) bool {
	_, ok := n.(*ir.Const)
	return ok
}

// comparable reports whether Go's == on two values of t is CEL's.
func comparable(t *ir.Type) bool {
	switch t.Kind {
	case ir.Bool, ir.Int, ir.Uint, ir.Double, ir.String, ir.Duration, ir.TypeName, ir.IP, ir.CIDR:
		return true
	}
	return false
}

// isNull is x == null. What cannot be null is not, but computing it may fail.
func (l *lowerer) isNull(x ir.Node) ir.Node {
	if x.Type().Nullable {
		return &ir.IsNull{X: x}
	}
	switch x.(type) {
	case *ir.Root, *ir.Const:
		return &ir.Const{T: ir.BoolType, Value: false}
	}
	return ir.FnEqual.Call(l.dyn(x), l.dyn(&ir.Const{T: ir.NullType}))
}

// enumConst is a string literal that is compared with a value of an enum.
func enumConst(t *ir.Type, n ir.Node) (*ir.Const, bool) {
	c, ok := n.(*ir.Const)
	return c, ok && t.Enum != nil && c.T.Kind == ir.String
}

func (l *lowerer) equalEnum(x ir.Node, c *ir.Const, at ast.Expr) ir.Node {
	value := c.Value.(string)
	if !hasValue(x.Type().Enum, value) {
		return l.fail(at, "%s is no value of the input %s%s", quote(value), x.Type().Enum.Owner, oneOf(value, x.Type().Enum.Values))
	}
	return &ir.Binary{T: ir.BoolType, Op: "==", X: x, Y: &ir.Const{T: x.Type(), Value: value}}
}

func hasValue(enum *ir.Enum, value string) bool {
	for _, v := range enum.Values {
		if v == value {
			return true
		}
	}
	return false
}
