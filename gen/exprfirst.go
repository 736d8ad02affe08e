package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// first returns the first element that a condition holds for. The loop ends there, unless a later element could make
// the condition fail, which counts as CEL has it.
//
//	var period *weatherPeriod
//	for ... {
//		if p.IsDaytime {
//			period = p
//			break
//		}
//	}
//	if period == nil {
//		return ..., cel.NoElement()
//	}
func (b *block) first(n *ir.Loop) value {
	if b.whereFails(n) {
		list, zero := collected(n), &ir.Const{T: ir.IntType, Value: int64(0)}
		return b.element(&ir.Element{List: list, Index: zero})
	}
	found, v := b.search(n, "")
	b.refuse(found.not().clone(), b.fn.g.function(ir.FnNoElement).Call())
	return v
}

// collected is the loop that collects all the elements of which n is the first.
func collected(n *ir.Loop) *ir.Loop {
	all := *n
	all.Kind, all.T = ir.Collect, ir.ListOf(n.Var.T)
	return &all
}

// search emits a loop that ends at the first element that the condition holds for, and returns whether there is one, and
// the element. It goes to a new variable, or to one that is there.
func (b *block) search(n *ir.Loop, name string) (found, v value) {
	g := b.fn.g
	s := b.source(n)
	t := n.Var.T
	fresh := name == ""
	if fresh {
		name = b.name(loopHints(n)...)
	}
	object := gotype.ByValue(t) // of which a pointer says that there is none
	flag := ""
	if !object {
		flag = b.name("found")
	}
	it := b.iterate(s)
	body := it.where(n, func(c *block) {
		element := c.expr(&ir.Ref{To: n.Var}).clone()
		if object {
			c.add(jen.Id(name).Op("=").Add(element), jen.Break())
			return
		}
		c.add(jen.List(jen.Id(name), jen.Id(flag)).Op("=").List(element, jen.True()), jen.Break())
	})
	if fresh {
		b.add(jen.Var().Id(name).Add(g.types.Of(t)))
	}
	if !object {
		b.add(jen.Id(flag).Op(":=").False())
	}
	b.add(it.head.Block(body...))
	if object {
		return isNil(jen.Id(name)).not(), variable(name)
	}
	return operand(jen.Id(flag)), variable(name)
}

// firstMay is first as an optional.
func (b *block) firstMay(n *ir.Loop) value {
	g := b.fn.g
	if b.whereFails(n) {
		return b.call(firstOf(n))
	}
	s := b.source(n)
	name := b.name(loopHints(n)...)
	it := b.iterate(s)
	body := it.where(n, func(c *block) {
		element := c.expr(&ir.Ref{To: n.Var}).typed(n.Var.T)
		c.add(jen.Id(name).Op("=").Add(g.runtime.Nact("Some").Call(element)), jen.Break())
	})
	b.add(jen.Var().Id(name).Add(g.types.Of(n.T)), it.head.Block(body...))
	return variable(name)
}

// firstOf is the first element of all that n would find.
func firstOf(n *ir.Loop) *ir.Call {
	optional := ir.FnOptAt
	if gotype.ByValue(n.Var.T) {
		optional = ir.FnOptElem
	}
	zero := &ir.Const{T: ir.IntType, Value: int64(0)}
	return optional.Call(collected(n), zero)
}

// whereFails reports whether the condition of a loop can fail.
func (b *block) whereFails(n *ir.Loop) bool {
	return b.inLoopFails(n, "where", func(c *block) { c.expr(n.Where) })
}

// bodyFails reports whether anything that a loop does with an element can fail.
func (b *block) bodyFails(n *ir.Loop) bool {
	return b.inLoopFails(n, "body", func(c *block) {
		if n.Where != nil {
			c.expr(n.Where)
			c.assume(n.Where, true)
		}
		for _, made := range []ir.Node{n.KeyElem, n.Elem} {
			if made != nil {
				c.expr(made)
			}
		}
	})
}

func (b *block) inLoopFails(n *ir.Loop, part string, f func(inner *block)) bool {
	return b.probe(question{n, part + b.facts(n)}, func(c *block) {
		it := c.iterate(c.source(n))
		c.fn.fallible = false
		f(it.inner)
	})
}
