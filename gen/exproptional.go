package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// option is an optional taken apart: the condition that it has a value, which has no code if it always has one, and the value.
type option struct{ has, v value }

// option takes an optional apart, without a variable where it is a field.
func (b *block) option(n ir.Node) option {
	switch n := n.(type) {
	case *ir.Maybe:
		s := b.slot(n.X, n.Field)
		return option{has: s.present(), v: s.read()}
	case *ir.Some:
		return option{v: b.expr(n.X)}
	case *ir.Root:
		v := b.expr(n)
		return option{has: operand(v.field("Has")), v: operand(v.field("Value"))}
	}
	if x, ok := nullAsAbsent(n); ok {
		v := b.place(x)
		return option{has: isNil(v.in(comparePrec)).not(), v: v}
	}
	v := b.hold(hint(n), b.expr(n), n.Type())
	return option{has: operand(v.field("Has")), v: operand(v.field("Value"))}
}

// nullAsAbsent returns what an optional is made of that has no value for null.
func nullAsAbsent(n ir.Node) (ir.Node, bool) {
	call, ok := n.(*ir.Call)
	if !ok || call.Func.Path != ir.RuntimeCEL {
		return nil, false
	}
	switch call.Func.Name {
	case "OptList", "OptMap", "OptObject":
		return call.Args[0], true
	}
	return nil, false
}

// place is the value of n as something that can be read more than once.
func (b *block) place(n ir.Node) value { return b.placed(n, b.expr(n)) }

// placed is place where v is the value of n.
func (b *block) placed(n ir.Node, v value) value {
	switch n := n.(type) {
	case *ir.Member, *ir.Ref:
		return v
	case *ir.Root:
		if n.Kind != ir.HeadersRoot {
			return v
		}
	}
	return b.hold(hint(n), v, n.Type())
}

// then goes on with the content of an optional:
//
//	var city nact.Opt[string]
//	if address := x.Address; address != nil {
//		city = address.City
//	}
func (b *block) then(n *ir.Then) value {
	o := b.option(n.X)
	if o.has.code == nil {
		if !reads(n.Body, n.Local) {
			b.discard(o.v)
		}
		b.locals[n.Local] = o.v
		return b.expr(n.Body)
	}
	name := b.name(hint(n.Body))
	b.fn.loops = true
	inner := b.within(func(c *block) {
		c.locals[n.Local] = o.v
		body := c.expr(n.Body)
		c.add(jen.Id(name).Op("=").Add(body.clone()))
	})
	b.add(
		jen.Var().Id(name).Add(b.fn.g.goType(n.Type())),
		jen.If(o.has.clone()).Block(inner.stmts...),
	)
	return variable(name)
}

// orValue returns the value of an optional, or another one:
//
//	city := "unknown"
//	if x.Address != nil && x.Address.City.Has {
//		city = x.Address.City.Value
//	}
func (b *block) orValue(n *ir.OrValue) value {
	if v, ok := b.simpleOr(n); ok {
		return v
	}
	if _, constant := n.Else.(*ir.Const); constant {
		return b.orConstant(n)
	}
	o := b.option(n.X)
	if o.has.code == nil {
		b.drop(n.Else)
		return o.v
	}
	name := b.name(hint(n.X))
	b.fn.loops = true
	inner := b.within(func(c *block) {
		other := c.expr(n.Else)
		c.add(jen.Id(name).Op("=").Add(other.pointer()))
	})
	b.add(
		jen.Id(name).Op(":=").Add(o.v.pointer()),
		jen.If(o.has.not().clone()).Block(inner.stmts...),
	)
	return variable(name)
}

// orConstant starts from the constant, and goes down the optional chain to what replaces it.
func (b *block) orConstant(n *ir.OrValue) value {
	name := b.name(hint(n.X))
	b.fn.loops = true
	if n.Else.(*ir.Const).Value == nil {
		b.add(jen.Var().Id(name).Add(b.fn.g.goType(n.Type())))
	} else {
		b.add(jen.Id(name).Op(":=").Add(b.expr(n.Else).typed(n.Type())))
	}
	b.ifPresent(n.X, nil, func(c *block, v value) { c.add(jen.Id(name).Op("=").Add(v.pointer())) })
	return variable(name)
}

// ifPresent emits what f does with the value of an optional, if cond holds and the optional has one. It reports whether
// that is always so.
func (b *block) ifPresent(n ir.Node, cond *jen.Statement, f func(c *block, v value)) (always bool) {
	x, body, local := n, ir.Node(nil), (*ir.Local)(nil)
	if then, ok := n.(*ir.Then); ok {
		x, body, local = then.X, then.Body, then.Local
	}
	if cond != nil && !b.isPlace(x) { // what is computed on the way must not be before cond holds
		b.under(cond, func(c *block) { c.ifPresent(n, nil, f) })
		return false
	}
	o := b.option(x)
	switch {
	case cond == nil:
		cond = o.has.code
	case o.has.code != nil:
		cond = cond.Op("&&").Add(o.has.in(andPrec + 1))
	}
	if body != nil {
		if o.has.code == nil && !reads(body, local) {
			b.discard(o.v)
		}
		b.locals[local] = o.v
		return b.ifPresent(body, cond, f)
	}
	b.under(cond, func(c *block) { f(c, o.v) })
	return cond == nil
}

// isPlace reports whether an optional is a field that is read without anything that could fail.
func (b *block) isPlace(n ir.Node) bool {
	if x, ok := nullAsAbsent(n); ok {
		_, local := x.(*ir.Ref)
		return local
	}
	m, ok := n.(*ir.Maybe)
	if !ok {
		return false
	}
	_, local := m.X.(*ir.Ref)
	return local
}

// under runs f in a branch for cond, or right here if cond is nil.
func (b *block) under(cond *jen.Statement, f func(c *block)) {
	if cond == nil {
		f(b)
		return
	}
	inner := b.within(f)
	b.add(jen.If(cond).Block(inner.stmts...))
}

// simpleOr returns x.Or(y) where y is a constant or a field.
func (b *block) simpleOr(n *ir.OrValue) (value, bool) {
	if _, isMaybe := n.X.(*ir.Maybe); !isMaybe {
		if _, isRoot := n.X.(*ir.Root); !isRoot {
			if _, isCall := n.X.(*ir.Call); !isCall {
				return value{}, false
			}
		}
	}
	switch other := n.Else.(type) {
	case *ir.Const, *ir.Root:
	case *ir.Ref:
		if b.bound(other.To).lazy { // to be computed only if it is needed
			return value{}, false
		}
	case *ir.ListLit:
		if len(other.Elems) > 0 {
			return value{}, false
		}
	default:
		return value{}, false
	}
	x := b.expr(n.X)
	other := b.expr(n.Else)
	return operand(x.field("Or").Call(other.pointer())), true
}

func (b *block) hasValue(n *ir.HasValue) value {
	if m, ok := n.X.(*ir.Maybe); ok {
		return b.has(m.X, m.Field)
	}
	o := b.option(n.X)
	if o.has.code == nil {
		b.discard(o.v)
		return operand(jen.True())
	}
	return o.has
}
