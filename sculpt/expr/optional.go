package expr

import (
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// optional lowers the functions of optionals.
func (l *lowerer) optional(e ast.Expr, args []ast.Expr) ir.Node {
	name := e.AsCall().FunctionName()
	if name == "optional.none" {
		return &ir.None{T: l.checked(e)}
	}
	x := l.lower(args[0])
	if name == "optional.of" {
		return &ir.Some{X: x}
	}
	if name == "optional.ofNonZeroValue" {
		return l.ofNonZero(x)
	}
	if strings.HasSuffix(name, "unwrap") || name == "unwrapOpt" {
		return l.unwrap(x)
	}
	if x.Type().Kind == ir.Dyn {
		x = ir.FnAsOpt.Call(x)
	}
	if x.Type().Kind != ir.Optional {
		return l.fail(e, "%s is for optionals, and this is %s", name, x.Type().Phrase())
	}
	switch name {
	case "hasValue":
		if len(args) == 2 {
			return l.holds(x, l.lower(args[1]))
		}
		return &ir.HasValue{X: x}
	case "value":
		return ir.FnValue.Call(x)
	case "orValue":
		other := l.lower(args[1])
		if some, ok := x.(*ir.Some); ok { // nothing ever computes the other
			return l.convert(some.X, unifyWith(some.X.Type(), other), args[0])
		}
		t := unifyWith(x.Type().Elem, other)
		return &ir.OrValue{X: l.convert(x, ir.OptionalOf(t), args[0]), Else: l.convert(other, t, args[1])}
	}
	other := l.lower(args[1])
	if other.Type().Kind == ir.Dyn {
		other = ir.FnAsOpt.Call(other)
	}
	t := unify(x.Type(), other.Type())
	return &ir.Or{X: l.convert(x, t, args[0]), Else: l.convert(other, t, args[1])}
}

// holds is x.hasValue(v): whether an optional has a value that equals v.
func (l *lowerer) holds(x, v ir.Node) ir.Node {
	local := &ir.Local{T: v.Type(), Name: "wanted"}
	found := l.then(x, func(value ir.Node) ir.Node { return &ir.Some{X: l.same(value, &ir.Ref{To: local})} })
	holds := &ir.OrValue{X: found, Else: &ir.Const{T: ir.BoolType, Value: false}}
	return &ir.Let{Local: local, Value: v, Body: holds, Strict: true}
}

// ofNonZero is an optional without a value for the zero value of its type.
func (l *lowerer) ofNonZero(x ir.Node) ir.Node {
	t := x.Type()
	switch {
	case t.Nullable || t.Kind == ir.Dyn || t.Kind == ir.Null || t.Kind == ir.Object:
		return ir.FnDynOfNonZero.Call(l.dyn(x))
	case t.Kind == ir.IP || t.Kind == ir.CIDR: // none of them counts as zero
		return &ir.Some{X: x}
	case comparable(t):
		return ir.FnOfNonZero.Call(plainString(x))
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
func (l *lowerer) unwrap(x ir.Node) ir.Node {
	t := x.Type()
	if t.Kind == ir.List && t.Elem.Kind == ir.Optional && t.Elem.Elem.Kind != ir.Object {
		return ir.FnUnwrapOpts.Call(x)
	}
	return ir.FnDynUnwrapOpts.Call(l.dyn(x))
}
