package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// content is what an optional holds: the value v, or the value of node, which is not computed yet.
type content struct {
	v    value
	node ir.Node
	own  bool // v is a variable that was declared for it, and that Go wants to be used
}

// value returns the content, computed in b.
func (c content) value(b *block) value {
	if c.node != nil {
		return expr(b, c.node)
	}
	return c.v
}

// follow goes down an optional chain and prints what f does with its last optional, for which the condition must hold that
// those before it have values; nil is a condition that always holds.
func follow(b *block, n ir.Node, has *value, f func(c *block, last ir.Node, has *value)) {
	then, ok := n.(*ir.Then)
	if !ok {
		f(b, n, has)
		return
	}
	present(b, then.X, has, func(c *block, v content, has *value) {
		if v.node != nil && has != nil && !then.BindsInPlace() {
			under(c, has, func(c *block) {
				bind(c, then, v)
				follow(c, then.Body, nil, f)
			})
			return
		}
		bind(c, then, v)
		follow(c, then.Body, has, f)
	})
}

// bind gives the body of a Then the content of the optional. What is computed and read more than once gets a variable, and
// so does a number: Go computes with constants in another way than with values.
func bind(b *block, n *ir.Then, c content) {
	count := ir.Uses(n.Body, n.Local)
	if count == 0 {
		switch {
		case c.own:
			discard(b, c.v)
		case c.node != nil && c.node.Marked().Fails:
			discard(b, b.hold([]string{n.Local.Name}, expr(b, c.node), n.Local.T))
		}
		return
	}
	v := c.value(b)
	if count > 1 && c.node != nil && !ir.IsRead(c.node) || v.untyped {
		v = b.hold([]string{n.Local.Name}, v, n.Local.T)
	}
	b.locals[n.Local] = v
}

// present prints what f does with the content of an optional, for which the condition must hold that there is one.
func present(b *block, n ir.Node, has *value, f func(c *block, v content, has *value)) {
	follow(b, n, has, func(c *block, last ir.Node, has *value) {
		some, always := last.(*ir.Some)
		switch {
		case always:
			f(c, content{node: some.X}, has)
		case has != nil && !ir.StandsInPlace(last): // what is computed on the way must not be before the condition holds
			under(c, has, func(c *block) { presentSingle(c, last, nil, f) })
		default:
			presentSingle(c, last, has, f)
		}
	})
}

// presentSingle is present for an optional that is no chain.
func presentSingle(b *block, n ir.Node, has *value, f func(c *block, v content, has *value)) {
	o := optionOf(b, n)
	cond := o.has
	if has != nil {
		cond = both(*has, o.has)
	}
	f(b, content{v: o.v, own: o.own}, &cond)
}

// ifPresent prints what f does with the value of an optional, if it has one:
//
//	if x.Address != nil && x.Address.City.Has {
//		entries["city"] = x.Address.City.Value
//	}
func ifPresent(b *block, n ir.Node, f func(c *block, v content)) {
	present(b, n, nil, func(c *block, v content, has *value) {
		under(c, has, func(c *block) { f(c, v) })
	})
}

// presence returns the condition that an optional has a value, which takes no statement.
func presence(b *block, n ir.Node) value {
	var cond value
	present(b, n, nil, func(_ *block, _ content, has *value) { cond = *has })
	return cond
}

// under runs f in a branch for a condition, or right here if it is nil.
func under(b *block, has *value, f func(c *block)) {
	if has == nil {
		f(b)
		return
	}
	b.add(jen.If(has.clone()).Block(b.within(f)...))
}
