package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// logic returns x && y or x || y. A right side that needs statements is computed only if the left one does not decide:
//
//	ok := x
//	if ok {
//		y, err := ...
//		ok = y
//	}
//
// If the left side can fail, its error does not count where the right side decides: cel.And and cel.Or see to that.
func (b *block) logic(n *ir.Logic) value {
	op, prec := "||", orPrec
	if n.And {
		op, prec = "&&", andPrec
	}
	if b.canFail(n.X) {
		return b.absorb(n)
	}
	left := b.expr(n.X)
	name := b.name("ok")
	var right value
	inner := b.within(func(c *block) {
		c.assume(n.X, n.And)
		right = c.expr(n.Y)
	})
	if len(inner.stmts) == 0 {
		b.scope.release(name)
		return value{code: left.in(prec).Op(op).Add(right.in(prec + 1)), prec: prec}
	}
	b.fn.loops = true
	cond := jen.Id(name)
	if !n.And {
		cond = jen.Op("!").Id(name)
	}
	inner.add(jen.Id(name).Op("=").Add(right.clone()))
	b.add(jen.Id(name).Op(":=").Add(left.clone()), jen.If(cond).Block(inner.stmts...))
	return variable(name)
}

// canFail reports whether the code for n can fail.
func (b *block) canFail(n ir.Node) bool {
	return b.probe(n, func(c *block) { c.expr(n) })
}

// probe compiles f to no avail, and reports whether its code can fail. The answer is kept: asked at every level of a
// nested expression, it would take exponential time.
func (b *block) probe(n ir.Node, f func(c *block)) bool {
	if fails, asked := b.fn.fails[n]; asked {
		return fails
	}
	fn := b.fn.trial()
	fn.fallible = false
	c := b.child()
	c.fn = fn
	f(c)
	b.fn.fails[n] = fn.fallible
	return fn.fallible
}

// absorb returns
//
//	ok, err := cel.And(x, err, func() (bool, error) { return y, nil })
func (b *block) absorb(n *ir.Logic) value {
	g := b.fn.g
	name := "Or"
	if n.And {
		name = "And"
	}
	b.fn.loops = true
	left := b.closure(n.X)
	right := b.closure(n.Y)
	return b.try(n, g.cel(name+"Func").Call(left, right))
}

// closure returns func() (bool, error) { ... } for a condition.
func (b *block) closure(n ir.Node) *jen.Statement {
	fn := *b.fn
	fn.fail = func(err jen.Code) *jen.Statement { return jen.Return(jen.False(), err) }
	c := b.child()
	c.fn = &fn
	c.tail(n, true)
	return jen.Func().Params().Params(jen.Bool(), jen.Error()).Block(c.stmts...)
}

// cond returns a choice:
//
//	var period *weatherPeriod
//	if x {
//		period = a
//	} else {
//		period = b
//	}
func (b *block) cond(n *ir.Cond) value {
	cond := b.expr(n.If)
	name := b.name(condHint(n))
	b.fn.loops = true
	assign := func(branch ir.Node, holds bool) []jen.Code {
		return b.within(func(c *block) {
			c.assume(n.If, holds)
			v := c.expr(branch)
			c.add(jen.Id(name).Op("=").Add(v.pointer()))
		}).stmts
	}
	then, other := assign(n.Then, true), assign(n.Else, false)
	b.add(
		jen.Var().Id(name).Add(b.fn.g.goType(n.Type())),
		jen.If(cond.clone()).Block(then...).Else().Block(other...),
	)
	return variable(name)
}

func condHint(n *ir.Cond) string {
	if h := hint(n.Then); h != "value" {
		return h
	}
	return hint(n.Else)
}

// tail ends a function with the value of n: branches and loops return from where they find it.
func (b *block) tail(n ir.Node, fallible bool) {
	switch n := n.(type) {
	case *ir.Cond:
		cond := b.expr(n.If)
		then := b.within(func(c *block) {
			c.assume(n.If, true)
			c.tail(n.Then, fallible)
		})
		b.fn.loops = true
		b.add(jen.If(cond.clone()).Block(then.stmts...))
		b.assume(n.If, false)
		b.tail(n.Else, fallible)
		return
	case *ir.Let:
		b.let(n)
		b.tail(n.Body, fallible)
		return
	case *ir.Loop:
		if b.loopTail(n, fallible) {
			return
		}
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

// orTail ends a function with the value of an optional chain, or the other one; done is false for one that is no chain.
//
//	if x.Address != nil && x.Address.City.Has {
//		return x.Address.City.Value
//	}
//	return "unknown"
func (b *block) orTail(n *ir.OrValue, fallible bool) (done bool) {
	if _, chain := n.X.(*ir.Then); !chain {
		return false
	}
	if alwaysPresent(n.X) {
		return false
	}
	b.fn.loops = true
	if always := b.ifPresent(n.X, nil, func(c *block, v value) { c.giveBack(v.pointer(), fallible) }); always {
		b.drop(n.Else)
	} else {
		b.tail(n.Else, fallible)
	}
	return true
}

// alwaysPresent reports whether an optional has a value whatever an answer holds.
func alwaysPresent(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Some:
		return true
	case *ir.Then:
		return alwaysPresent(n.X) && alwaysPresent(n.Body)
	}
	return false
}

// giveBack returns a value from the function.
func (b *block) giveBack(v *jen.Statement, fallible bool) {
	if fallible {
		b.add(jen.Return(v, jen.Nil()))
		return
	}
	b.add(jen.Return(v))
}

// assume notes what follows for the block from a condition that holds, or does not: that a field is there, that a value
// is not null. Reading it then needs no check.
func (b *block) assume(cond ir.Node, holds bool) {
	switch n := cond.(type) {
	case *ir.Not:
		b.assume(n.X, !holds)
	case *ir.Logic:
		if n.And == holds {
			b.assume(n.X, holds)
			b.assume(n.Y, holds)
		}
	case *ir.Has:
		if path := ir.FieldPath(n.X, n.Field); holds && path != "" && b.atHand(n.X) {
			b.known[path] = b.slot(n.X, n.Field).read()
		}
	case *ir.Binary:
		if n.Op == "==" && holds || n.Op == "!=" && !holds {
			b.assumeType(n.X, n.Y)
			b.assumeType(n.Y, n.X)
		}
	case *ir.IsNull:
		path := ir.Path(n.X)
		if holds || path == "" || !b.atHand(n.X) {
			return
		}
		v := b.expr(n.X)
		if n.X.Type().Scalar() {
			v = operand(v.field("Value"))
		}
		b.known["not null "+path] = v
	}
}

// assumeType notes what follows from type(x) == string: x is a string of Go's.
func (b *block) assumeType(typeOf, name ir.Node) {
	x, ok := ir.TypeOfArg(typeOf)
	c, isConst := name.(*ir.Const)
	if !ok || !isConst || ir.Path(x) == "" || !b.atHand(x) {
		return
	}
	if scalar := assertable[c.Value.(string)]; scalar.as != "" {
		b.known[scalar.as+" "+ir.Path(x)] = operand(b.expr(x).in(operandPrec).Assert(jen.Id(scalar.goType)))
	}
}

// assertable are the types of CEL whose values under dyn are of one Go type, with the function that makes one of a dyn.
var assertable = map[string]struct{ as, goType string }{
	"bool": {"AsBool", "bool"}, "int": {"AsInt", "int64"}, "uint": {"AsUint", "uint64"},
	"double": {"AsFloat", "float64"}, "string": {"AsString", "string"},
}

// atHand reports whether the value of n needs no statement of its own in the block.
func (b *block) atHand(n ir.Node) bool {
	c := b.child()
	c.fn = b.fn.trial()
	c.expr(n)
	return len(c.stmts) == 0
}
