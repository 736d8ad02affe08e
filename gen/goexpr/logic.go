package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// sequence does the reads that stand before both sides of a logic operator, and returns the sides in the order in which
// they are computed.
func sequence(b *block, n *ir.Logic) (first, second ir.Node) {
	for _, read := range n.Before {
		expr(b, read)
	}
	if n.Order == ir.Reversed {
		return n.Y, n.X
	}
	return n.X, n.Y
}

// fallibleLogic returns the call that computes a logic operator both of whose sides can fail. An error of one does not
// count if the other decides:
//
//	cel.AndFunc(func() (bool, error) { return x, nil }, func() (bool, error) { return y, nil })
func fallibleLogic(b *block, n *ir.Logic) *jen.Statement {
	if n.Order != ir.Absorbed {
		return nil
	}
	absorb := ir.FnOrFunc
	if n.And {
		absorb = ir.FnAndFunc
	}
	first, second := sequence(b, n)
	return b.fn.file.function(absorb).Call(closure(b, first), closure(b, second))
}

// closure returns func() (bool, error) { ... } for a condition.
func closure(b *block, n ir.Node) *jen.Statement {
	c := b.child()
	c.fn = b.fn.inside(func(err jen.Code) *jen.Statement { return jen.Return(jen.False(), err) })
	ret(c, n)
	return jen.Func().Params().Params(jen.Bool(), jen.Error()).Block(c.stmts...)
}

// logic returns x && y or x || y. A second side that needs statements is computed only if the first does not decide:
//
//	ok := x
//	if ok {
//		y, err := ...
//		ok = y
//	}
func logic(b *block, n *ir.Logic) value {
	first, second := sequence(b, n)
	x := asked(b, first)
	if second.Marked().Form == ir.Inline {
		return joined(n.And, x, asked(b, second))
	}
	name := b.name("ok")
	undecided := variable(name)
	if !n.And {
		undecided = undecided.not()
	}
	b.add(
		jen.Id(name).Op(":=").Add(x.clone()),
		jen.If(undecided.clone()).Block(b.within(func(c *block) { assign(c, name, second) })...),
	)
	return variable(name)
}

// asked returns a side of a logic operator.
func asked(b *block, n ir.Node) value {
	v := expr(b, n)
	v.varies = ir.Contains(n, func(n ir.Node) bool {
		call, ok := n.(*ir.Call)
		return ok && call.Func.Impure
	})
	return v
}

func joined(and bool, x, y value) value {
	if and {
		return both(x, y)
	}
	return either(x, y)
}

// retLogic ends a function with a logic operator:
//
//	if !x {
//		return false, nil
//	}
//	...
//	return y, nil
func retLogic(b *block, n *ir.Logic) {
	first, second := sequence(b, n)
	x := asked(b, first)
	if second.Marked().Form == ir.Inline {
		b.giveBack(joined(n.And, x, asked(b, second)).clone())
		return
	}
	decided := x
	if n.And {
		decided = x.not()
	}
	b.add(jen.If(decided.clone()).Block(b.returning(gocode.Lit(!n.And))...))
	ret(b, second)
}
