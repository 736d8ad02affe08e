package expr

import (
	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// selectField lowers x.f, and has(x.f).
func (l *lowerer) selectField(e ast.Expr) ir.Node {
	s := e.AsSelect()
	if n, ok := l.container(e, s.Operand(), s.FieldName(), s.IsTestOnly(), false); ok {
		return n
	}
	x := l.lower(s.Operand())
	if s.IsTestOnly() {
		if l.held(s.Operand()) { // has asks what a selection would find, which is nothing
			return l.strictly(x, "held", func(ir.Node) ir.Node { return &ir.Const{T: ir.BoolType, Value: false} })
		}
		return l.has(x, s.FieldName(), e)
	}
	l.checkOperand(s.Operand())
	return l.member(x, s.FieldName(), e)
}

// member reads field name of x, which must be there.
func (l *lowerer) member(x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	switch t.Kind {
	case ir.Optional:
		return l.then(x, func(v ir.Node) ir.Node { return l.maybe(v, name, e) })
	case ir.Object:
		f := l.field(x, name, e)
		if f == nil {
			return placeholder
		}
		l.env.usage.insisted[f] = true
		return &ir.Member{X: notNull(x), Field: f, Path: source(e)}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return ir.FnKey.Call(notNull(x), &ir.Const{T: ir.StringType, Value: name})
		}
	}
	return ir.FnDynSelect.Call(l.dyn(x), &ir.Const{T: ir.StringType, Value: name})
}

// has reports whether x has a field of that name. Null has none.
func (l *lowerer) has(x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	if t.Nullable && (t.Kind == ir.Object || t.Kind == ir.Map) {
		return &ir.HasValue{X: l.maybe(x, name, e)}
	}
	switch t.Kind {
	case ir.Optional:
		return &ir.HasValue{X: l.then(x, func(v ir.Node) ir.Node { return l.maybe(v, name, e) })}
	case ir.Object:
		f := l.field(x, name, e)
		if f == nil {
			return placeholder
		}
		l.env.usage.asked[f] = true
		return &ir.Has{X: x, Field: f}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return ir.FnHasKey.Call(x, &ir.Const{T: ir.StringType, Value: name})
		}
	}
	return ir.FnDynHas.Call(l.dyn(x), &ir.Const{T: ir.StringType, Value: name})
}

// maybe reads field name of x as an optional: x.?f. Null has no fields.
func (l *lowerer) maybe(x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	if t.Nullable && (t.Kind == ir.Object || t.Kind == ir.Map) {
		return l.then(unlessNull(x), func(v ir.Node) ir.Node { return l.maybe(v, name, e) })
	}
	switch t.Kind {
	case ir.Optional:
		return l.then(x, func(v ir.Node) ir.Node { return l.maybe(v, name, e) })
	case ir.Object:
		f := l.field(x, name, e)
		if f == nil {
			return placeholder
		}
		l.env.usage.asked[f] = true
		return &ir.Maybe{X: x, Field: f}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return ir.FnOptKey.Call(x, &ir.Const{T: ir.StringType, Value: name})
		}
	}
	return ir.FnDynOptSelect.Call(l.dyn(x), &ir.Const{T: ir.StringType, Value: name})
}

// then goes on with the content of an optional. body returns an optional.
func (l *lowerer) then(x ir.Node, body func(ir.Node) ir.Node) ir.Node {
	local := &ir.Local{T: x.Type().Elem, Name: "value"}
	return &ir.Then{X: x, Local: local, Body: body(&ir.Ref{To: local})}
}
