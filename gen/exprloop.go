package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// loop returns the result of a loop as a variable.
func (b *block) loop(n *ir.Loop) value {
	switch n.Kind {
	case ir.Collect:
		return b.collect(n)
	case ir.Associate:
		return b.associate(n)
	case ir.First:
		return b.first(n)
	case ir.One, ir.Count:
		return b.count(n)
	}
	return b.quantify(n)
}

// collect returns
//
//	names := make([]string, 0, len(periods))
//	for ... {
//		if p.IsDaytime {
//			names = append(names, p.Name)
//		}
//	}
func (b *block) collect(n *ir.Loop) value {
	g := b.fn.g
	name := b.name(loopHint(n))
	it := b.iterate(n)
	body := it.where(n, func(c *block) {
		elem := ir.Node(&ir.Ref{To: n.Var})
		if n.Elem != nil {
			elem = n.Elem
		}
		c.add(jen.Id(name).Op("=").Append(jen.Id(name), c.expr(elem).inList(n.T)))
	})
	b.add(jen.Id(name).Op(":=").Add(g.goType(n.T)).Values(), it.head.Block(body...))
	return variable(name)
}

// where returns the body of a loop: f, if the condition holds.
func (it iteration) where(n *ir.Loop, f func(c *block)) []jen.Code {
	if n.Where == nil {
		f(it.inner)
		return it.inner.stmts
	}
	cond := it.inner.expr(n.Where)
	chosen := it.inner.within(func(c *block) {
		c.assume(n.Where, true)
		f(c)
	})
	it.inner.add(jen.If(cond.clone()).Block(chosen.stmts...))
	return it.inner.stmts
}

// associate returns a map that a loop fills. A key that comes twice is an error.
func (b *block) associate(n *ir.Loop) value {
	g := b.fn.g
	name := b.name("entries")
	it := b.iterate(n)
	body := it.where(n, func(c *block) {
		insert := c.insertion(n, name)
		c.fn.fallible = true
		c.add(jen.If(jen.Err().Op(":=").Add(insert), jen.Err().Op("!=").Nil()).Block(c.fn.fail(jen.Err())))
	})
	b.add(jen.Id(name).Op(":=").Add(g.goType(n.T)).Values(), it.head.Block(body...))
	return variable(name)
}

// insertion returns the call that adds to a map what a loop makes of an element.
func (b *block) insertion(n *ir.Loop, name string) *jen.Statement {
	g := b.fn.g
	untyped := n.T.Key.Kind == ir.Dyn
	switch {
	case n.KeyElem == nil && untyped:
		return g.cel("DynInsertAll").Call(jen.Id(name), b.expr(n.Elem).pointer())
	case n.KeyElem == nil:
		return g.cel("InsertAll").Call(jen.Id(name), b.expr(n.Elem).pointer())
	}
	key, v := b.expr(n.KeyElem), b.expr(n.Elem)
	if untyped {
		return g.cel("DynInsert").Call(jen.Id(name), key.clone(), v.typed(n.Elem.Type()))
	}
	return g.cel("Insert").Call(jen.Id(name), key.clone(), v.pointer())
}

// first returns the first element that a condition holds for. The loop ends there, unless a later element could make
// the condition fail, which counts as CEL has it.
func (b *block) first(n *ir.Loop) value {
	g := b.fn.g
	if b.whereFails(n) {
		collected := *n
		collected.Kind, collected.T = ir.Collect, ir.ListOf(n.Var.T)
		return b.element(&ir.Element{List: &collected, Index: &ir.Const{T: ir.IntType, Value: int64(0)}})
	}
	name := b.name(hint(n))
	found := b.name("found")
	it := b.iterate(n)
	body := it.where(n, func(c *block) {
		c.add(jen.List(jen.Id(name), jen.Id(found)).Op("=").List(c.expr(&ir.Ref{To: n.Var}).clone(), jen.True()), jen.Break())
	})
	b.add(
		jen.Var().Id(name).Add(g.goType(n.T)),
		jen.Id(found).Op(":=").False(),
		it.head.Block(body...),
	)
	b.refuse(jen.Op("!").Id(found), g.cel("NoElement").Call())
	return variable(name)
}

// whereFails reports whether the condition of a loop can fail.
func (b *block) whereFails(n *ir.Loop) bool {
	return b.probe(n.Where, func(c *block) {
		it := c.iterate(n)
		c.fn.fallible = false
		it.inner.expr(n.Where)
	})
}

// loopTail ends a function with the result of a loop, if the loop can return it from within.
func (b *block) loopTail(n *ir.Loop, fallible bool) bool {
	switch n.Kind {
	case ir.First, ir.Any, ir.All:
		if b.whereFails(n) {
			return false
		}
	default:
		return false
	}
	g := b.fn.g
	if n.Kind == ir.All {
		n = &ir.Loop{T: n.T, Kind: ir.All, Over: n.Over, Index: n.Index, Var: n.Var, Where: negated(n.Where), Again: n.Again}
	}
	it := b.iterate(n)
	body := it.where(n, func(c *block) {
		switch n.Kind {
		case ir.First:
			c.giveBack(c.expr(&ir.Ref{To: n.Var}).pointer(), fallible)
		default:
			c.giveBack(lit(n.Kind == ir.Any), fallible)
		}
	})
	b.add(it.head.Block(body...))
	if n.Kind == ir.First {
		b.fn.fallible = true
		b.add(b.fn.fail(g.cel("NoElement").Call()))
		return true
	}
	b.giveBack(lit(n.Kind == ir.All), fallible)
	return true
}

// negated returns the negation of a condition in the form that reads best.
func negated(n ir.Node) ir.Node {
	opposite := map[string]string{"==": "!=", "!=": "=="}
	switch n := n.(type) {
	case *ir.Not:
		return n.X
	case *ir.Logic:
		return &ir.Logic{And: !n.And, X: negated(n.X), Y: negated(n.Y)}
	case *ir.Binary:
		if n.X.Type().Kind == ir.Int { // of doubles neither might hold
			opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
		}
		if op := opposite[n.Op]; op != "" {
			return &ir.Binary{T: n.T, Op: op, X: n.X, Y: n.Y, Costs: n.Costs}
		}
	}
	return &ir.Not{X: n}
}

// quantify returns whether a condition holds for all elements, or for any. A condition that can fail is run for all
// elements until one decides: its errors count only if none does.
func (b *block) quantify(n *ir.Loop) value {
	name := b.name(loopHint(n))
	if b.whereFails(n) {
		return b.quantifyFallible(n, name)
	}
	cond := n.Where
	if n.Kind == ir.All {
		cond = negated(n.Where)
	}
	it := b.iterate(&ir.Loop{T: n.T, Kind: n.Kind, Over: n.Over, Index: n.Index, Var: n.Var, Where: cond, Again: n.Again})
	body := it.where(&ir.Loop{Where: cond}, func(c *block) {
		c.add(jen.Id(name).Op("=").Add(lit(n.Kind == ir.Any)), jen.Break())
	})
	b.add(jen.Id(name).Op(":=").Add(lit(n.Kind == ir.All)), it.head.Block(body...))
	return variable(name)
}

// quantifyFallible folds with the run-time library's And or Or, which keep an error until an element decides.
func (b *block) quantifyFallible(n *ir.Loop, name string) value {
	g := b.fn.g
	function := "Or"
	if n.Kind == ir.All {
		function = "And"
	}
	kept := b.name("kept")
	it := b.iterate(n)
	step := it.inner.closure(n.Where)
	fold := jen.List(jen.Id(name), jen.Id(kept)).Op("=").Add(g.cel(function)).Call(jen.Id(name), jen.Id(kept), step)
	decided := jen.Id(name)
	if n.Kind == ir.All {
		decided = jen.Op("!").Id(name)
	}
	it.inner.add(fold, jen.If(jen.Id(kept).Op("==").Nil().Op("&&").Add(decided)).Block(jen.Break()))
	b.add(
		jen.Id(name).Op(":=").Add(lit(n.Kind == ir.All)),
		jen.Var().Id(kept).Error(),
		it.head.Block(it.inner.stmts...),
	)
	b.check(jen.Id(kept))
	return variable(name)
}

// count returns for how many elements a condition holds, or whether it is exactly one.
func (b *block) count(n *ir.Loop) value {
	count := b.name("count")
	it := b.iterate(n)
	body := it.where(n, func(c *block) { c.add(jen.Id(count).Op("++")) })
	if n.Kind == ir.Count {
		b.add(jen.Var().Id(count).Int64(), it.head.Block(body...))
		return variable(count)
	}
	b.add(jen.Id(count).Op(":=").Lit(0), it.head.Block(body...))
	return value{code: jen.Id(count).Op("==").Lit(1), prec: comparePrec}
}
