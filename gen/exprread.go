package gen

import (
	"cmp"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// slot is a field of a struct as it is stored.
type slot struct {
	code *jen.Statement // x.Field
	how  gotype.Storage
	path string
}

// slot returns the field of x.
func (b *block) slot(x ir.Node, field *ir.Field) slot {
	g := b.fn.g
	name := g.names.Field(field)
	return slot{
		code: b.expr(x).field(name), how: g.types.Storage(field), path: ir.FieldPath(x, field),
	}
}

// read returns what a slot holds once it is known to hold something.
func (s slot) read() value {
	switch s.how {
	case gotype.Embedded:
		return value{code: s.code, prec: operandPrec, inPlace: true}
	case gotype.InOpt:
		return operand(s.code.Clone().Dot("Value"))
	}
	return operand(s.code)
}

// present returns the condition that a slot holds something; it has no code if the slot always does.
func (s slot) present() value {
	switch s.how {
	case gotype.InOpt:
		return operand(s.code.Clone().Dot("Has"))
	case gotype.NilIfAbsent:
		return isNil(s.code).not()
	}
	return value{}
}

// member reads a field that must be there.
func (b *block) member(n *ir.Member) value {
	s := b.slot(n.X, n.Field)
	if n.Proven || s.present().code == nil {
		return s.read()
	}
	if v, ok := b.recall(s.path); ok && s.path != "" {
		return v
	}
	g := b.fn.g
	var v value
	if s.how == gotype.InOpt {
		v = b.try(n, g.function(ir.FnGet).Call(s.code, gocode.Lit(n.Path)))
	} else {
		b.refuse(s.code.Clone().Op("==").Nil(), g.function(ir.FnNoMember).Call(gocode.Lit(n.Path)))
		v = s.read()
	}
	b.known[s.path] = v
	return v
}

// has returns whether a field is there.
func (b *block) has(x ir.Node, field *ir.Field) value {
	s := b.slot(x, field)
	if present := s.present(); present.code != nil {
		return present
	}
	b.discard(b.expr(x))
	return operand(jen.True())
}

// maybe reads a field as an optional.
func (b *block) maybe(n *ir.Maybe) value {
	g := b.fn.g
	s := b.slot(n.X, n.Field)
	switch {
	case s.how == gotype.InOpt:
		return operand(s.code)
	case s.how == gotype.NilIfAbsent:
		optional := map[ir.Kind]*ir.Function{ir.List: ir.FnOptList, ir.Map: ir.FnOptMap}[n.Field.Type.Kind]
		return operand(g.function(cmp.Or(optional, ir.FnOptObject)).Call(s.code))
	}
	return operand(g.runtime.Nact("Some").Call(s.read().pointer()))
}

// isNull returns whether a nullable value is null.
func (b *block) isNull(n *ir.IsNull) value {
	v := b.expr(n.X)
	if n.X.Type().Scalar() {
		return operand(v.field("Valid")).not()
	}
	return isNil(v.in(comparePrec))
}

// notNull returns a nullable value as its plain type; null is an error.
func (b *block) notNull(n *ir.NotNull) value {
	g := b.fn.g
	path := ir.Path(n.X)
	if v, ok := b.recall("not null " + path); ok && path != "" {
		return v
	}
	x := b.expr(n.X)
	v := x
	if n.X.Type().Scalar() {
		v = b.try(n, g.function(ir.FnNonNull).Call(x.clone()))
	} else {
		v = b.placed(n.X, x)
		b.refuse(v.in(comparePrec).Op("==").Nil(), g.function(ir.FnIsNull).Call(gocode.Lit(hint(n.X))))
	}
	if path != "" {
		b.known["not null "+path] = v
	}
	return v
}

// mayNull returns a value as its nullable type.
func (b *block) mayNull(n *ir.MayNull) value {
	v := b.expr(n.X)
	if n.X.Type().Scalar() {
		return operand(b.fn.g.runtime.Nact("NotNull").Call(v.typed(n.X.Type())))
	}
	return operand(v.pointer())
}

// list returns a list or map in a place where an absent one is as good as an empty one.
func (b *block) list(n ir.Node) value {
	or, ok := n.(*ir.OrValue)
	if !ok {
		return b.expr(n)
	}
	maybe, isField := or.X.(*ir.Maybe)
	if !ir.IsEmpty(or.Else) || !isField {
		return b.expr(n)
	}
	return b.slot(maybe.X, maybe.Field).read()
}

// element returns an element of a list. A list that may be absent needs no check of its own: it has no elements.
func (b *block) element(n *ir.Element) value {
	g := b.fn.g
	path := ir.Path(n)
	if v, ok := b.recall(path); ok && path != "" {
		return v
	}
	list := b.elementsOf(n.List)
	object := gotype.ByValue(n.List.Type().Elem)
	if n.Proven {
		return value{code: list.in(operandPrec).Index(b.expr(n.Index).clone()), prec: operandPrec, inPlace: object}
	}
	function := ir.FnAt
	if object {
		function = ir.FnElem
	}
	v := b.try(n, g.function(function).Call(list.clone(), b.expr(n.Index).clone()))
	if path != "" {
		b.known[path] = v
	}
	return v
}

// elementsOf returns a list to be indexed.
func (b *block) elementsOf(n ir.Node) value {
	m, ok := n.(*ir.Member)
	if !ok {
		return b.list(n)
	}
	g := b.fn.g
	if g.types.Storage(m.Field) == gotype.NilIfAbsent {
		return b.slot(m.X, m.Field).read()
	}
	return b.expr(n)
}

// row returns a row of a table.
func (b *block) row(n *ir.Row) value {
	table, key := b.root(n.Table), b.pay(n.Costs, 1, n.Key, b.expr(n.Key))
	if n.Proven {
		return operand(table.clone().Index(key.clone()))
	}
	return b.try(n, b.fn.g.function(ir.FnKey).Call(table.clone(), key.clone()))
}
