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
	case isHeld(cx, s.Operand()): // has asks what a selection would find, which is nothing
		return strictly(x, "held", func(ir.Node) ir.Node { return ir.False() })
	}
	return member(cx, x, s.FieldName(), e, how)
}

// optionalSelection lowers x.?f.
func optionalSelection(cx context, e, operand ast.Expr, field string) ir.Node {
	if n, ok := containerMember(cx, e, operand, field, optionally); ok {
		return n
	}
	refuseHeld(cx, operand)
	x := lower(cx, operand)
	refuseHeader(cx, x, ir.Text(field), e)
	return member(cx, x, field, e, optionally)
}

// keyReads and dynReads are the functions that read a key of a map, and a member of a dyn.
var (
	keyReads = map[access]*ir.Function{plainly: ir.FnKey, presence: ir.FnHasKey, optionally: ir.FnOptKey}
	dynReads = map[access]*ir.Function{plainly: ir.FnDynSelect, presence: ir.FnDynHas, optionally: ir.FnDynOptSelect}
)

// member reads the member of x of that name. What is read of an optional is an optional. Null has no members, unless the member must be there: then null is
// an error.
func member(cx context, x ir.Node, name string, e ast.Expr, how access) ir.Node {
	t := x.Type()
	mayBeNull := how != plainly && t.Nullable && (t.Kind == ir.Object || t.Kind == ir.Map)
	switch {
	case how == presence && (mayBeNull || t.Kind == ir.Optional):
		return &ir.HasValue{X: member(cx, x, name, e, optionally)}
	case mayBeNull:
		x = convert.UnlessNull(x)
		fallthrough
	case t.Kind == ir.Optional:
		return then(x, func(v ir.Node) ir.Node { return member(cx, v, name, e, optionally) })
	case t.Kind == ir.Object:
		return field(cx, x, name, e, how)
	case t.Kind == ir.Map && t.Key.Kind == ir.String:
		return keyReads[how].Call(convert.NotNull(x), ir.Text(name))
	}
	return dynReads[how].Call(keyed(cx, e, x, ir.Text(name)), ir.Text(name))
}

// field reads the field of an object of that name.
func field(cx context, x ir.Node, name string, e ast.Expr, how access) ir.Node {
	f := fieldOf(cx, x, name, e)
	if f == nil {
		return placeholder
	}
	if how == plainly {
		cx.usage.Insist(f)
		return &ir.Member{X: convert.NotNull(x), Field: f, Path: written(e), Source: cx.source(e)}
	}
	if x.Type().Object.Sole && f.Required {
		return always(&ir.Member{X: x, Field: f, Path: written(e)}, how)
	}
	cx.usage.Ask(f)
	if how == presence {
		return &ir.Has{X: x, Field: f}
	}
	return &ir.Maybe{X: x, Field: f, Path: written(e), Source: cx.source(e)}
}

// then goes on with the content of an optional. body returns an optional.
func then(x ir.Node, body func(ir.Node) ir.Node) ir.Node {
	local := &ir.Local{T: x.Type().Elem, Name: "value"}
	return &ir.Then{X: x, Local: local, Body: body(&ir.Ref{To: local})}
}
