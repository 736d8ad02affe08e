package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// content is the value of an optional that has one: one that can be read, or a node that is still to be computed.
type content struct {
	v    value
	node ir.Node
	own  bool // the value is a variable of its own, which something has to use
}

func (b *block) valueOf(c content) value {
	if c.node != nil {
		return b.expr(c.node)
	}
	return c.v
}

// follow goes down an optional chain and emits what f does with its last optional, for which the condition must hold that
// those before it have values; nil is a condition that always holds.
func (b *block) follow(n ir.Node, cond *jen.Statement, f func(c *block, last ir.Node, cond *jen.Statement)) {
	then, ok := n.(*ir.Then)
	if !ok {
		f(b, n, cond)
		return
	}
	b.present(then.X, cond, func(c *block, v content, cond *jen.Statement) {
		if v.node != nil && cond != nil && !c.bindsAtOnce(then, v) {
			c.under(cond, func(c *block) {
				c.bind(then, v)
				c.follow(then.Body, nil, f)
			})
			return
		}
		c.bind(then, v)
		c.follow(then.Body, cond, f)
	})
}

// bind gives the body of a Then the content of the optional. What is computed and read more than once gets a variable, and
// so does a number: Go computes with constants in another way than with values.
func (b *block) bind(n *ir.Then, c content) {
	v := b.valueOf(c)
	switch count := refs(n.Body, n.Local); {
	case count == 0 && (c.node != nil || c.own):
		b.discard(v)
	case count > 1 && c.node != nil && !isRead(c.node), count > 0 && v.untyped:
		v = b.hold([]string{n.Local.Name}, v, n.Local.T)
	}
	b.locals[n.Local] = v
	b.assumeKept(ir.FilterOfElement(n.X), n.Local)
}

// bindsAtOnce reports whether bind needs no statement.
func (b *block) bindsAtOnce(n *ir.Then, c content) bool {
	t := b.trial()
	t.bind(n, c)
	return len(t.stmts) == 0
}

// refs returns how often n refers to a local.
func refs(n ir.Node, l *ir.Local) int {
	count := 0
	ir.Walk(n, func(n ir.Node) {
		if ref, ok := n.(*ir.Ref); ok && ref.To == l {
			count++
		}
	})
	return count
}

// present emits what f does with the content of an optional, for which the condition must hold that there is one.
func (b *block) present(n ir.Node, cond *jen.Statement, f func(c *block, v content, cond *jen.Statement)) {
	b.follow(n, cond, func(c *block, last ir.Node, cond *jen.Statement) {
		switch some, always := last.(*ir.Some); {
		case always:
			f(c, content{node: some.X}, cond)
		case cond != nil && !c.isPlace(last): // what is computed on the way must not be before cond holds
			c.under(cond, func(c *block) { c.taken(last, nil, f) })
		default:
			c.taken(last, cond, f)
		}
	})
}

// taken is present for an optional that is no chain.
func (b *block) taken(n ir.Node, cond *jen.Statement, f func(c *block, v content, cond *jen.Statement)) {
	o := b.option(n)
	switch {
	case cond == nil:
		cond = o.has.code
	case o.has.code != nil:
		cond = cond.Clone().Op("&&").Add(o.has.in(andPrec + 1))
	}
	f(b, content{v: o.v, own: o.own}, cond)
}

// lookUp takes apart what may be in a map or a list:
//
//	zone, ok := x.Zones["a"]
//	len(x.Periods) > 0, x.Periods[0]
func (b *block) lookUp(n *ir.Call) (option, bool) {
	switch n.Func {
	case ir.FnOptKey:
		m, key := b.expr(n.Args[0]), b.expr(n.Args[1])
		name, ok := b.name(hints(n)...), b.name("ok")
		b.add(jen.List(jen.Id(name), jen.Id(ok)).Op(":=").Add(m.in(operandPrec)).Index(key.clone()))
		return option{has: operand(jen.Id(ok)), v: variable(name), own: true}, true
	case ir.FnOptAt, ir.FnOptElem:
		index, constant := n.Args[1].(*ir.Const)
		if !constant || !isRead(n.Args[0]) || index.Value.(int64) < 0 || index.Value.(int64) != int64(int32(index.Value.(int64))) {
			return option{}, false
		}
		list, i := b.expr(n.Args[0]), gocode.Lit(index.Value)
		has := operatorOn(">", operand(jen.Len(list.clone())), operand(i))
		element := value{code: list.in(operandPrec).Index(i.Clone()), prec: operandPrec, inPlace: n.Func == ir.FnOptElem}
		return option{has: has, v: element, guarded: true}, true
	}
	return option{}, false
}

// isPlace reports whether an optional can be taken apart where it stands.
func (b *block) isPlace(n ir.Node) bool {
	c := b.trial()
	c.option(n)
	return len(c.stmts) == 0
}

// ifPresent emits what f does with the value of an optional, if it has one:
//
//	if x.Address != nil && x.Address.City.Has {
//		entries["city"] = x.Address.City.Value
//	}
func (b *block) ifPresent(n ir.Node, f func(c *block, v content)) {
	b.present(n, nil, func(c *block, v content, cond *jen.Statement) {
		c.under(cond, func(c *block) { f(c, v) })
	})
}

// alwaysPresent reports whether an optional has a value whatever an answer holds.
func (b *block) alwaysPresent(n ir.Node) bool {
	always := false
	c := b.trial()
	c.present(n, nil, func(at *block, _ content, cond *jen.Statement) { always = cond == nil && at == c })
	return always
}

// presence returns the condition that an optional has a value, if it can be had without a statement.
func (b *block) presence(n ir.Node) (cond value, ok bool) {
	c := b.trial()
	var unused ir.Node
	c.present(n, nil, func(at *block, v content, has *jen.Statement) {
		if at == c && len(c.stmts) == 0 && has != nil && (v.node == nil || !c.canFail(v.node)) {
			cond, ok, unused = value{code: has, prec: andPrec}, true, v.node
		}
	})
	if unused != nil {
		b.drop(unused)
	}
	return cond, ok
}

// under runs f in a branch for cond, or right here if cond is nil.
func (b *block) under(cond *jen.Statement, f func(c *block)) {
	if cond == nil {
		f(b)
		return
	}
	b.fn.loops = true
	inner := b.within(f)
	b.add(jen.If(cond).Block(inner.stmts...))
}
