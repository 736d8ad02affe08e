package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// option is an optional taken apart: the condition that it has a value, which has no code if it always has one, and the value.
type option struct {
	has, v  value
	own     bool // the value is a variable of its own, which something has to use
	guarded bool // the value can be read only where there is one
}

// option takes an optional apart, without a variable where it is a field.
func (b *block) option(n ir.Node) option {
	switch n := n.(type) {
	case *ir.Maybe:
		s := b.slot(n.X, n.Field)
		return option{has: s.present(), v: s.read()}
	case *ir.Some:
		return option{v: b.expr(n.X)}
	case *ir.Root:
		return fieldsOf(b.expr(n))
	case *ir.Call:
		if o, ok := b.lookUp(n); ok {
			return o
		}
	case *ir.Loop:
		if n.Kind == ir.FirstMay && gotype.ByValue(n.Var.T) && !b.whereFails(n) {
			found, v := b.search(n, "")
			return option{has: found, v: v}
		}
	}
	if x, ok := nullAsAbsent(n); ok {
		v := b.place(x)
		return option{has: isNil(v.in(comparePrec)).not(), v: v}
	}
	return fieldsOf(b.hold(hints(n), b.expr(n), n.Type()))
}

func fieldsOf(v value) option {
	return option{has: operand(v.field("Has")), v: operand(v.field("Value"))}
}

// nullAsAbsent returns what an optional is made of that has no value for null.
func nullAsAbsent(n ir.Node) (ir.Node, bool) {
	call, ok := n.(*ir.Call)
	if !ok {
		return nil, false
	}
	switch call.Func {
	case ir.FnOptList, ir.FnOptMap, ir.FnOptObject:
		return call.Args[0], true
	}
	return nil, false
}

// place is the value of n as something that can be read more than once.
func (b *block) place(n ir.Node) value { return b.placed(n, b.expr(n)) }

// placed is place where v is the value of n.
func (b *block) placed(n ir.Node, v value) value {
	root, isRoot := n.(*ir.Root)
	if isRead(n) && !(isRoot && root.Kind == ir.HeadersRoot) {
		return v
	}
	return b.hold(hints(n), v, n.Type())
}

// then goes on with the content of an optional:
//
//	var city nact.Opt[string]
//	if x.Address != nil {
//		city = x.Address.City
//	}
func (b *block) then(n *ir.Then) value {
	if last, ok := b.always(n); ok {
		return last
	}
	b.fn.loops = true
	name := b.name(hints(n)...)
	b.add(jen.Var().Id(name).Add(b.fn.g.types.Of(n.Type())))
	b.follow(n, nil, func(c *block, last ir.Node, cond *jen.Statement) {
		c.under(cond, func(c *block) { c.into(name, last) })
	})
	return variable(name)
}

// always returns the end of an optional chain, if whatever stands before it has a value.
func (b *block) always(n *ir.Then) (last value, ok bool) {
	some, ok := n.X.(*ir.Some)
	if !ok {
		return value{}, false
	}
	b.bind(n, content{node: some.X})
	return b.expr(n.Body), true
}

// orValue returns the value of an optional, or another one:
//
//	city := "unknown"
//	if x.Address != nil && x.Address.City.Has {
//		city = x.Address.City.Value
//	}
func (b *block) orValue(n *ir.OrValue) value {
	n = unfolded(n)
	if v, ok := b.simpleOr(n); ok {
		return v
	}
	b.fn.loops = true
	if b.isPlain(n.Else) {
		return b.orPlain(n)
	}
	return b.orComputed(n)
}

// orComputed computes the other value only if it is needed:
//
//	zone, ok := x.Zones["a"]
//	if !ok {
//		zone = ...
//	}
func (b *block) orComputed(n *ir.OrValue) value {
	o := b.option(n.X)
	if o.has.code == nil {
		b.drop(n.Else)
		return o.v
	}
	name := o.v.code.GoString()
	if !o.own {
		name = b.name(hints(n.X)...)
	}
	other := b.within(func(c *block) { c.into(name, n.Else) }).stmts
	switch {
	case o.guarded:
		found := jen.Id(name).Op("=").Add(o.v.pointer())
		b.add(jen.Var().Id(name).Add(b.fn.g.types.Of(n.Type())), jen.If(o.has.clone()).Block(found).Else().Block(other...))
		return variable(name)
	case !o.own:
		b.add(jen.Id(name).Op(":=").Add(o.v.typed(n.Type())))
	}
	b.add(jen.If(o.has.not().clone()).Block(other...))
	return variable(name)
}

// unfolded is x.or(y).orValue(z) as x.orValue(y.orValue(z)).
func unfolded(n *ir.OrValue) *ir.OrValue {
	or, ok := n.X.(*ir.Or)
	if !ok {
		return n
	}
	return unfolded(&ir.OrValue{X: or.X, Else: &ir.OrValue{X: or.Else, Else: n.Else}})
}

// isPlain reports whether n can as well be computed where it is not needed.
func (b *block) isPlain(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Const, *ir.Root:
		return true
	case *ir.Ref:
		return !b.bound(n.To).lazy // to be computed only if it is needed
	case *ir.ListLit:
		return ir.IsEmpty(n)
	case *ir.MayNull:
		return b.isPlain(n.X)
	case *ir.ToDyn:
		return b.isPlain(n.X)
	case *ir.FromEnum:
		return b.isPlain(n.X)
	}
	return false
}

// orPlain starts from the other value, and goes down the optional chain to what replaces it.
func (b *block) orPlain(n *ir.OrValue) value {
	name := b.name(hints(n.X)...)
	b.declare(name, n.Else)
	b.ifPresent(n.X, func(c *block, v content) {
		c.add(jen.Id(name).Op("=").Add(c.valueOf(v).pointer()))
	})
	return variable(name)
}

// simpleOr returns x.Or(y) where y is a constant or a field.
func (b *block) simpleOr(n *ir.OrValue) (value, bool) {
	if !isSimpleOr(n) || !b.isPlain(n.Else) {
		return value{}, false
	}
	x := b.expr(n.X)
	if ir.IsNullLiteral(n.Else) { // which is what a value is that is absent
		return operand(x.field("Value")), true
	}
	other := b.expr(n.Else)
	return operand(x.field("Or").Call(other.pointer())), true
}

func isSimpleOr(n *ir.OrValue) bool {
	switch n.X.(type) {
	case *ir.Maybe, *ir.Root, *ir.Call:
		return true
	}
	return false
}

// or returns an optional, or another one:
//
//	name := in.Nickname
//	if !name.Has {
//		name = in.Name
//	}
func (b *block) or(n *ir.Or) value {
	b.fn.loops = true
	first := b.expr(n.X)
	name := b.name(hints(n.X)...)
	inner := b.within(func(c *block) { c.into(name, n.Else) })
	b.add(
		jen.Id(name).Op(":=").Add(first.clone()),
		jen.If(jen.Op("!").Id(name).Dot("Has")).Block(inner.stmts...),
	)
	return variable(name)
}

// hasValue returns whether an optional has a value.
func (b *block) hasValue(n *ir.HasValue) value {
	if m, ok := n.X.(*ir.Maybe); ok {
		return b.has(m.X, m.Field)
	}
	if call, ok := n.X.(*ir.Call); ok && call.Func == ir.FnOptKey {
		has := ir.FnHasKey.Call(call.Args...)
		has.Costs = call.Costs
		return b.expr(has)
	}
	if cond, ok := b.presence(n.X); ok {
		return cond
	}
	o := b.option(n.X)
	if o.has.code == nil {
		b.discard(o.v)
		return operand(jen.True())
	}
	return o.has
}
