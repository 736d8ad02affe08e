package goexpr

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
func cond(b *block, n *ir.Cond) value {
	name := b.name(hints(n)...)
	switch _, chain := n.Else.(*ir.Cond); {
	case isStart(n.Else):
		unless(b, name, n, false)
	case !chain && isStart(n.Then):
		unless(b, name, n, true)
	default:
		choice := chosen(b, name, n)
		b.add(jen.Var().Id(name).Add(b.fn.file.Types.Of(n.Type())), choice)
	}
	return variable(name)
}

// unless declares a variable with the constant that a choice is where its condition holds, or where it does not, and
// adds the statement that assigns the other side:
//
//	name := "nobody"
//	if user != nil {
//		name = user.Login
//	}
func unless(b *block, name string, n *ir.Cond, holds bool) {
	c, constant, other := expr(b, n.If), n.Else, n.Then
	if holds {
		c, constant, other = c.not(), n.Then, n.Else
	}
	assigned := b.within(func(c *block) { assign(c, name, other) })
	define(b, name, constant)
	b.add(jen.If(c.clone()).Block(assigned...))
}

// isStart reports whether a variable can as well start with the value of n where it gets another one.
func isStart(n ir.Node) bool { return ir.IsConst(n) || ir.IsEmpty(n) }

// isZeroValue reports whether n is what a variable of its type starts as.
func isZeroValue(n ir.Node) bool {
	if _, none := n.(*ir.None); none {
		return true
	}
	c, ok := n.(*ir.Const)
	return ok && c.Value == nil
}

// define adds a variable that starts with the value of n, which is plain.
func define(b *block, name string, n ir.Node) {
	if isZeroValue(n) {
		b.add(jen.Var().Id(name).Add(b.fn.file.Types.Of(n.Type())))
		return
	}
	v := expr(b, n)
	if v.static {
		b.add(jen.Var().Id(name).Any().Op("=").Add(v.pointer()))
		return
	}
	b.add(jen.Id(name).Op(":=").Add(v.typed(n.Type())))
}

// chosen returns the statement that assigns a choice. A choice in its second branch goes on with else if.
func chosen(b *block, name string, n *ir.Cond) *jen.Statement {
	c := expr(b, n.If)
	branch := func(side ir.Node) []jen.Code { return b.within(func(c *block) { assign(c, name, side) }) }
	stmt := jen.If(c.clone()).Block(branch(n.Then)...).Else()
	other := branch(n.Else)
	if _, choice := n.Else.(*ir.Cond); choice && len(other) == 1 {
		return stmt.Add(other[0])
	}
	return stmt.Block(other...)
}

func assign(b *block, name string, n ir.Node) {
	switch n := n.(type) {
	case *ir.Cond:
		b.add(chosen(b, name, n))
		return
	case *ir.Let:
		bindLet(b, n)
		assign(b, name, n.Body)
		return
	case *ir.Loop:
		if n.Kind == ir.First && !n.WhereFails() {
			found := sourceOf(b, n).search(b, name)
			b.refuse(found.not(), b.fn.file.function(ir.FnNoElement).Call())
			return
		}
	}
	b.add(jen.Id(name).Op("=").Add(expr(b, n).pointer()))
}

// ret ends a function with the value of n: branches and loops return from where they find it.
func ret(b *block, n ir.Node) {
	switch n := n.(type) {
	case *ir.Cond:
		retCond(b, n)
		return
	case *ir.Let:
		bindLet(b, n)
		ret(b, n.Body)
		return
	case *ir.Loop:
		retLoop(b, n)
		return
	case *ir.Not:
		if isDecider(n.X) {
			retQuantify(b, n.X.(*ir.Loop), true)
			return
		}
	case *ir.Logic:
		if n.Order != ir.Absorbed {
			retLogic(b, n)
			return
		}
	case *ir.Then:
		retThen(b, n)
		return
	case *ir.Or:
		retOr(b, n)
		return
	case *ir.OrValue:
		if !n.InPlace() {
			retOrValue(b, n)
			return
		}
	}
	if call := direct(b, n); call != nil {
		b.add(jen.Return(call))
		return
	}
	b.giveBack(expr(b, n).pointer())
}

// direct returns the call that computes n and nothing but returns its value and an error, or nil.
func direct(b *block, n ir.Node) *jen.Statement {
	if call, ok := n.(*ir.Call); ok && call.CountsResult() {
		return nil
	}
	return fallible(b, n)
}

// retCond ends a function with a choice:
//
//	if x {
//		return a
//	}
//	return b
func retCond(b *block, n *ir.Cond) {
	c := expr(b, n.If)
	b.add(jen.If(c.clone()).Block(b.within(func(c *block) { ret(c, n.Then) })...))
	ret(b, n.Else)
}

// retThen ends a function with an optional chain:
//
//	if x.Address != nil {
//		return x.Address.City
//	}
//	return nact.Opt[string]{}
func retThen(b *block, n *ir.Then) {
	returned := false
	follow(b, n, nil, func(c *block, last ir.Node, has *value) {
		returned = c == b && has == nil
		under(c, has, func(c *block) { ret(c, last) })
	})
	if !returned {
		ret(b, &ir.None{T: n.Type()})
	}
}

// retOr ends a function with an optional, or another one.
func retOr(b *block, n *ir.Or) {
	first := reusable(b, n.X)
	b.add(jen.If(first.field("Has")).Block(b.returning(first.clone())...))
	ret(b, n.Else)
}

// retOrValue ends a function with the value of an optional, or the other one.
//
//	if x.Address != nil && x.Address.City.Has {
//		return x.Address.City.Value
//	}
//	return "unknown"
func retOrValue(b *block, n *ir.OrValue) {
	ifPresent(b, n.X, func(c *block, v content) {
		if v.node != nil {
			ret(c, v.node)
			return
		}
		c.giveBack(v.v.pointer())
	})
	ret(b, n.Else)
}
