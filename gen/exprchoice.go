package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// cond returns a choice:
//
//	var period *weatherPeriod
//	if x {
//		period = a
//	} else {
//		period = b
//	}
func (b *block) cond(n *ir.Cond) value {
	if branch, ok := b.decided(n); ok {
		return b.expr(branch)
	}
	b.fn.loops = true
	name := b.name(hints(n)...)
	switch _, chain := n.Else.(*ir.Cond); {
	case isConst(n.Else) || isZeroValue(n.Else):
		b.unless(name, n, false)
	case !chain && (isConst(n.Then) || isZeroValue(n.Then)):
		b.unless(name, n, true)
	default:
		choice := b.chosen(name, n)
		b.add(jen.Var().Id(name).Add(b.fn.g.types.Of(n.Type())), choice)
	}
	return variable(name)
}

// unless declares a variable with the constant that a choice is where its condition holds, or where it does not, and
// emits the statement that assigns the other side:
//
//	name := "nobody"
//	if user != nil {
//		name = user.Login
//	}
func (b *block) unless(name string, n *ir.Cond, holds bool) {
	cond, constant := b.expr(n.If), n.Else
	if holds {
		cond, constant = cond.not(), n.Then
	}
	other := b.branch(n, !holds, name)
	b.declare(name, constant)
	b.add(jen.If(cond.clone()).Block(other...))
}

// decided returns the branch of a choice that a literal condition takes. What only the other one reads counts as read.
func (b *block) decided(n *ir.Cond) (branch ir.Node, ok bool) {
	if !isConst(n.If) {
		return nil, false
	}
	branch, other := n.Then, n.Else
	if n.If.(*ir.Const).Value == false {
		branch, other = other, branch
	}
	b.drop(other)
	return branch, true
}

func isConst(n ir.Node) bool {
	_, ok := n.(*ir.Const)
	return ok
}

// isZeroValue reports whether n is what a variable of its type starts as.
func isZeroValue(n ir.Node) bool {
	if _, none := n.(*ir.None); none {
		return true
	}
	c, ok := n.(*ir.Const)
	return ok && c.Value == nil
}

// declare emits a variable that starts with the value of n.
func (b *block) declare(name string, n ir.Node) {
	if isZeroValue(n) {
		b.add(jen.Var().Id(name).Add(b.fn.g.types.Of(n.Type())))
		return
	}
	v := b.expr(n)
	if v.static {
		b.add(jen.Var().Id(name).Any().Op("=").Add(v.pointer()))
		return
	}
	b.add(jen.Id(name).Op(":=").Add(v.typed(n.Type())))
}

// branch returns the statements that assign one side of a choice.
func (b *block) branch(n *ir.Cond, holds bool, name string) []jen.Code {
	side := n.Then
	if !holds {
		side = n.Else
	}
	return b.within(func(c *block) {
		c.assume(n.If, holds)
		c.into(name, side)
	}).stmts
}

// chosen returns the statement that assigns a choice. A choice in its second branch goes on with else if.
func (b *block) chosen(name string, n *ir.Cond) *jen.Statement {
	cond := b.expr(n.If)
	stmt := jen.If(cond.clone()).Block(b.branch(n, true, name)...).Else()
	other := b.branch(n, false, name)
	if next, choice := n.Else.(*ir.Cond); choice && len(other) == 1 && !isConst(next.If) {
		return stmt.Add(other[0])
	}
	return stmt.Block(other...)
}

// into assigns the value of n to a variable.
func (b *block) into(name string, n ir.Node) {
	switch n := n.(type) {
	case *ir.Cond:
		if branch, ok := b.decided(n); ok {
			b.into(name, branch)
			return
		}
		b.fn.loops = true
		b.add(b.chosen(name, n))
		return
	case *ir.Let:
		b.let(n)
		b.into(name, n.Body)
		return
	case *ir.Loop:
		if n.Kind == ir.First && !b.whereFails(n) {
			found, _ := b.search(n, name)
			b.refuse(found.not().clone(), b.fn.g.function(ir.FnNoElement).Call())
			return
		}
	}
	b.add(jen.Id(name).Op("=").Add(b.expr(n).pointer()))
}

// tail ends a function with the value of n: branches and loops return from where they find it.
func (b *block) tail(n ir.Node, fallible bool) {
	switch n := n.(type) {
	case *ir.Cond:
		b.condTail(n, fallible)
		return
	case *ir.Let:
		b.let(n)
		b.tail(n.Body, fallible)
		return
	case *ir.Loop:
		if b.loopTail(n, fallible) {
			return
		}
	case *ir.Not:
		if loop, ok := notLoop(n); ok && b.loopTail(loop, fallible) {
			return
		}
	case *ir.Logic:
		if b.logicTail(n, fallible) {
			return
		}
	case *ir.Or:
		b.optionTail(n, fallible)
		return
	case *ir.OrValue:
		if b.orTail(n, fallible) {
			return
		}
	}
	b.target = &target{node: n, back: true}
	v := b.expr(n)
	if !b.target.used {
		b.giveBack(v.pointer(), fallible)
	}
}

// condTail ends a function with a choice:
//
//	if x {
//		return a
//	}
//	return b
func (b *block) condTail(n *ir.Cond, fallible bool) {
	if branch, ok := b.decided(n); ok {
		b.tail(branch, fallible)
		return
	}
	cond := b.expr(n.If)
	then := b.within(func(c *block) {
		c.assume(n.If, true)
		c.tail(n.Then, fallible)
	})
	b.fn.loops = true
	b.add(jen.If(cond.clone()).Block(then.stmts...))
	b.assume(n.If, false)
	b.tail(n.Else, fallible)
}

// optionTail ends a function with an optional, or another one.
func (b *block) optionTail(n *ir.Or, fallible bool) {
	first := b.place(n.X)
	b.fn.loops = true
	b.add(jen.If(first.field("Has")).Block(b.within(func(c *block) { c.giveBack(first.clone(), fallible) }).stmts...))
	b.tail(n.Else, fallible)
}

// orTail ends a function with the value of an optional, or the other one.
//
//	if x.Address != nil && x.Address.City.Has {
//		return x.Address.City.Value
//	}
//	return "unknown"
func (b *block) orTail(n *ir.OrValue, fallible bool) (done bool) {
	n = unfolded(n)
	if _, some := n.X.(*ir.Some); some || isSimpleOr(n) && b.isPlain(n.Else) {
		return false
	}
	b.fn.loops = true
	always := b.alwaysPresent(n.X)
	if always {
		b.drop(n.Else)
	}
	b.ifPresent(n.X, func(c *block, v content) {
		if v.node != nil {
			c.tail(v.node, fallible)
			return
		}
		c.giveBack(v.v.pointer(), fallible)
	})
	if !always {
		b.tail(n.Else, fallible)
	}
	return true
}

// giveBack returns a value from the function.
func (b *block) giveBack(v *jen.Statement, fallible bool) {
	if fallible {
		b.add(jen.Return(v, jen.Nil()))
		return
	}
	b.add(jen.Return(v))
}
