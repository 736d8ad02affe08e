package lower

import (
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// optionalCall lowers the functions of optionals.
func optionalCall(cx context, e ast.Expr, args []ast.Expr) ir.Node {
	name := e.AsCall().FunctionName()
	if name == "optional.none" {
		return &ir.None{T: cx.typeOf(e)}
	}
	x := lower(cx, args[0])
	if name == "optional.of" {
		return &ir.Some{X: x}
	}
	if name == "optional.ofNonZeroValue" {
		return ofNonZero(cx, x)
	}
	if strings.HasSuffix(name, "unwrap") || name == "unwrapOpt" {
		return unwrap(cx, x)
	}
	if x.Type().Kind == ir.Dyn {
		x = ir.FnAsOpt.Call(x)
	}
	if x.Type().Kind != ir.Optional {
		return cx.fail(e, "%s is for optionals, and this is %s", name, x.Type().Phrase())
	}
	switch name {
	case "hasValue":
		if len(args) == 2 {
			return holdsValue(cx, x, lower(cx, args[1]))
		}
		return &ir.HasValue{X: x}
	case "value":
		return ir.FnValue.Call(x)
	case ir.FnPresentIn.Declares:
		return unlessNull(cx, x)
	case "orValue":
		other := lower(cx, args[1])
		if some, ok := x.(*ir.Some); ok { // nothing ever computes the other
			return convertTo(cx, some.X, convert.UnifyWith(some.X.Type(), other), args[0])
		}
		if maybe, ok := x.(*ir.Maybe); ok {
			cx.doubts.Fallback(e, maybe, other)
		}
		t := convert.UnifyWith(x.Type().Elem, other)
		return &ir.OrValue{X: convertTo(cx, x, ir.OptionalOf(t), args[0]), Else: convertTo(cx, other, t, args[1])}
	}
	other := lower(cx, args[1])
	if other.Type().Kind == ir.Dyn {
		other = ir.FnAsOpt.Call(other)
	}
	t := convert.Unify(x.Type(), other.Type())
	return &ir.Or{X: convertTo(cx, x, t, args[0]), Else: convertTo(cx, other, t, args[1])}
}

// unlessNull is an optional without a value where x holds null.
func unlessNull(cx context, x ir.Node) ir.Node {
	switch t := x.Type().Elem; {
	case t.Kind == ir.Dyn || t.Kind == ir.Null:
		return then(x, func(v ir.Node) ir.Node {
			null := same(cx, v, &ir.Const{T: ir.NullType})
			return &ir.Cond{If: null, Then: &ir.None{T: x.Type()}, Else: &ir.Some{X: v}}
		})
	case t.Nullable && !t.Scalar():
		return then(x, convert.UnlessNull)
	}
	return convert.AbsentIfNull(x)
}

// holdsValue is x.hasValue(v): whether an optional has a value that equals v.
func holdsValue(cx context, x, v ir.Node) ir.Node {
	local := &ir.Local{T: v.Type(), Name: "wanted"}
	found := then(x, func(value ir.Node) ir.Node { return &ir.Some{X: same(cx, value, &ir.Ref{To: local})} })
	holds := &ir.OrValue{X: found, Else: ir.False()}
	return &ir.Let{Local: local, Value: v, Body: holds, Strict: true}
}

// ofNonZero is an optional without a value for the zero value of its type.
func ofNonZero(cx context, x ir.Node) ir.Node {
	t := x.Type()
	switch {
	case t.Nullable || t.Kind == ir.Dyn || t.Kind == ir.Null || t.Kind == ir.Object:
		return ir.FnDynOfNonZero.Call(toDyn(cx, x))
	case t.Kind == ir.IP || t.Kind == ir.CIDR: // none of them counts as zero
		return &ir.Some{X: x}
	case t.Comparable():
		return ir.FnOfNonZero.Call(convert.PlainString(x))
	case t.Kind == ir.List || t.Kind == ir.Bytes:
		return ir.FnOfNonEmpty.Call(x)
	case t.Kind == ir.Map:
		return ir.FnOfNonEmptyMap.Call(x)
	case t.Kind == ir.Timestamp:
		return ir.FnOfNonZeroTime.Call(x)
	}
	return &ir.Some{X: x}
}

// unwrap is the values of a list of optionals.
func unwrap(cx context, x ir.Node) ir.Node {
	t := x.Type()
	if t.Kind == ir.List && t.Elem.Kind == ir.Optional && t.Elem.Elem.Kind != ir.Object {
		return ir.FnUnwrapOpts.Call(x)
	}
	return ir.FnDynUnwrapOpts.Call(toDyn(cx, x))
}
