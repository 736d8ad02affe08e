package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// option is an optional taken apart: the condition that it has a value, and the value.
type option struct {
	has, v  value
	own     bool // v is a variable that was declared for it, and that Go wants to be used
	guarded bool // v panics where there is no value, so that it stands behind a check of has
}

// optionOf takes an optional apart, without a variable where it is a field.
func optionOf(b *block, n ir.Node) option {
	if s, ok := optionalSlot(b, n); ok {
		return option{has: s.present(), v: s.content()}
	}
	switch n := n.(type) {
	case *ir.Call:
		if o, ok := lookUp(b, n); ok {
			return o
		}
	case *ir.Loop:
		if n.Kind == ir.FirstMay && n.Var.T.ByValue() && !n.WhereFails() {
			found, v := search(b, n, loopHints(n))
			return option{has: found, v: v}
		}
	}
	v := reusable(b, n)
	return option{has: operand(v.field("Has")), v: operand(v.field("Value"))}
}

// lookUp takes apart what may be in a map or a list, or null:
//
//	zone, ok := x.Zones["a"]
//	len(x.Periods) > 0, x.Periods[0]
func lookUp(b *block, n *ir.Call) (option, bool) {
	switch {
	case n.NullIsAbsent():
		v := reusable(b, n.Args[0])
		return option{has: isNil(v.in(comparePrec)).not(), v: v}, true
	case n.Func == ir.FnOptKey:
		m, key := expr(b, n.Args[0]), expr(b, n.Args[1])
		name, ok := b.name(hints(n)...), b.name("ok")
		b.add(jen.List(jen.Id(name), jen.Id(ok)).Op(":=").Add(m.in(operandPrec)).Index(key.clone()))
		return option{has: variable(ok), v: variable(name), own: true}, true
	case n.LooksUpAt():
		list, i := expr(b, n.Args[0]), gocode.Lit(n.Args[1].(*ir.Const).Value)
		has := ordered(">", operand(jen.Len(list.clone())), operand(i))
		has.shows = list.code
		v := value{code: list.in(operandPrec).Index(i.Clone()), prec: operandPrec, inPlace: n.Func == ir.FnOptElem && !list.pointers}
		return option{has: has, v: v, guarded: true}, true
	}
	return option{}, false
}

// then goes on with the content of an optional:
//
//	var city nact.Opt[string]
//	if x.Address != nil {
//		city = x.Address.City
//	}
func then(b *block, n *ir.Then) value {
	name := b.name(hints(n)...)
	b.add(jen.Var().Id(name).Add(b.fn.file.Types.Of(n.Type())))
	follow(b, n, nil, func(c *block, last ir.Node, has *value) {
		under(c, has, func(c *block) { assign(c, name, last) })
	})
	return variable(name)
}

// orValue returns the value of an optional, or another one:
//
//	city := "unknown"
//	if x.Address != nil && x.Address.City.Has {
//		city = x.Address.City.Value
//	}
func orValue(b *block, n *ir.OrValue) value {
	switch {
	case n.InPlace():
		return orInPlace(b, n)
	case ir.IsPlain(n.Else):
		name := b.name(orHints(n)...)
		define(b, name, n.Else)
		ifPresent(b, n.X, func(c *block, v content) { c.add(jen.Id(name).Op("=").Add(v.value(c).pointer())) })
		return variable(name)
	}
	return orComputed(b, n)
}

// orInPlace returns x.Or(y).
func orInPlace(b *block, n *ir.OrValue) value {
	x := expr(b, n.X)
	if ir.IsNullLiteral(n.Else) { // which is what a value is that is absent
		return operand(x.field("Value"))
	}
	return operand(x.field("Or").Call(expr(b, n.Else).pointer()))
}

// orComputed computes the other value only if it is needed:
//
//	zone, ok := x.Zones["a"]
//	if !ok {
//		zone = ...
//	}
func orComputed(b *block, n *ir.OrValue) value {
	o := optionOf(b, n.X)
	name := o.v.variable
	if !o.own {
		name = b.name(orHints(n)...)
	}
	other := b.within(func(c *block) { assign(c, name, n.Else) })
	switch {
	case o.guarded:
		b.add(
			jen.Var().Id(name).Add(b.fn.file.Types.Of(n.Type())),
			jen.If(o.has.clone()).Block(jen.Id(name).Op("=").Add(o.v.pointer())).Else().Block(other...),
		)
		return variable(name)
	case !o.own:
		b.add(jen.Id(name).Op(":=").Add(o.v.typed(n.Type())))
	}
	b.add(jen.If(o.has.not().clone()).Block(other...))
	return variable(name)
}

// or returns an optional, or another one:
//
//	name := in.Nickname
//	if !name.Has {
//		name = in.Name
//	}
func or(b *block, n *ir.Or) value {
	first := expr(b, n.X)
	name := b.name(hints(n.X)...)
	other := b.within(func(c *block) { assign(c, name, n.Else) })
	b.add(
		jen.Id(name).Op(":=").Add(first.clone()),
		jen.If(jen.Op("!").Id(name).Dot("Has")).Block(other...),
	)
	return variable(name)
}

func hasValue(b *block, n *ir.HasValue) value {
	if ir.TellsInPlace(n.X) {
		return presence(b, n.X)
	}
	o := optionOf(b, n.X)
	if o.own {
		discard(b, o.v)
	}
	return o.has
}

// discard uses a variable that is of no use: Go wants every variable to be used.
func discard(b *block, v value) { b.add(jen.Id("_").Op("=").Add(v.clone())) }
