package lower

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// selection lowers x.f, and has(x.f).
func selection(cx context, e ast.Expr) ir.Node {
	s := e.AsSelect()
	how := plainly
	if s.IsTestOnly() {
		how = presence
	}
	if n, ok := containerMember(cx, e, s.Operand(), s.FieldName(), how); ok {
		return n
	}
	x := lower(cx, s.Operand())
	refuseHeader(cx, x, ir.Text(s.FieldName()), e)
	switch {
	case how == plainly:
		refuseHeld(cx, s.Operand())
		return member(cx, x, s.FieldName(), e)
	case isHeld(cx, s.Operand()): // has asks what a selection would find, which is nothing
		return strictly(x, "held", func(ir.Node) ir.Node { return ir.False() })
	}
	return has(cx, x, s.FieldName(), e)
}

// optionalSelection lowers x.?f.
func optionalSelection(cx context, e, operand ast.Expr, field string) ir.Node {
	if n, ok := containerMember(cx, e, operand, field, optionally); ok {
		return n
	}
	refuseHeld(cx, operand)
	x := lower(cx, operand)
	refuseHeader(cx, x, ir.Text(field), e)
	return optionalMember(cx, x, field, e)
}

// member reads field name of x, which must be there.
func member(cx context, x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	switch t.Kind {
	case ir.Optional:
		return then(x, func(v ir.Node) ir.Node { return optionalMember(cx, v, name, e) })
	case ir.Object:
		f := fieldOf(cx, x, name, e)
		if f == nil {
			return placeholder
		}
		cx.usage.Insist(f)
		return &ir.Member{X: convert.NotNull(x), Field: f, Path: written(e), Source: cx.source(e)}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return ir.FnKey.Call(convert.NotNull(x), ir.Text(name))
		}
	}
	return ir.FnDynSelect.Call(toDyn(cx, x), ir.Text(name))
}

// has reports whether x has a field of that name. Null has none.
func has(cx context, x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	if t.Nullable && (t.Kind == ir.Object || t.Kind == ir.Map) {
		return &ir.HasValue{X: optionalMember(cx, x, name, e)}
	}
	switch t.Kind {
	case ir.Optional:
		return &ir.HasValue{X: then(x, func(v ir.Node) ir.Node { return optionalMember(cx, v, name, e) })}
	case ir.Object:
		f := fieldOf(cx, x, name, e)
		if f == nil {
			return placeholder
		}
		if t.Object.Sole && f.Required {
			return ir.True()
		}
		cx.usage.Ask(f)
		return &ir.Has{X: x, Field: f}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return ir.FnHasKey.Call(x, ir.Text(name))
		}
	}
	return ir.FnDynHas.Call(toDyn(cx, x), ir.Text(name))
}

// optionalMember reads field name of x as an optional: x.?f. Null has no fields.
func optionalMember(cx context, x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	if t.Nullable && (t.Kind == ir.Object || t.Kind == ir.Map) {
		return then(convert.UnlessNull(x), func(v ir.Node) ir.Node { return optionalMember(cx, v, name, e) })
	}
	switch t.Kind {
	case ir.Optional:
		return then(x, func(v ir.Node) ir.Node { return optionalMember(cx, v, name, e) })
	case ir.Object:
		f := fieldOf(cx, x, name, e)
		if f == nil {
			return placeholder
		}
		if t.Object.Sole && f.Required {
			return &ir.Some{X: &ir.Member{X: x, Field: f, Path: written(e)}}
		}
		cx.usage.Ask(f)
		return &ir.Maybe{X: x, Field: f}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return ir.FnOptKey.Call(x, ir.Text(name))
		}
	}
	return ir.FnDynOptSelect.Call(toDyn(cx, x), ir.Text(name))
}

// then goes on with the content of an optional. body returns an optional.
func then(x ir.Node, body func(ir.Node) ir.Node) ir.Node {
	local := &ir.Local{T: x.Type().Elem, Name: "value"}
	return &ir.Then{X: x, Local: local, Body: body(&ir.Ref{To: local})}
}
