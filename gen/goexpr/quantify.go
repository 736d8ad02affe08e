package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// quantifier is a loop that looks for an element that decides: one that the condition holds for or, of all, does not.
// An error of the condition counts only if no element decides:
//
//	var failed error
//	for ... {
//		quotient, err := cel.DivInt(p.Temperature, in.Count)
//		if err != nil {
//			failed = err
//			continue
//		}
//		if quotient > 2 {
type quantifier struct {
	loop   *ir.Loop
	it     iteration
	failed string // the variable of the error; empty if the condition cannot fail
}

// quantified starts the loop.
func quantified(b *block, n *ir.Loop) *quantifier {
	q := &quantifier{loop: n}
	s := sourceOf(b, n)
	if !n.WhereFails() {
		q.it = s.iterate(b)
		return q
	}
	q.failed = b.name("failed")
	q.it = s.iterate(b)
	abort := b.fn.aborts()
	q.it.inner.fn = b.fn.inside(func(err jen.Code) *jen.Statement { return jen.Id(q.failed).Op("=").Add(err).Line().Continue() })
	q.it.inner.fn.abort = abort
	return q
}

// add prints the loop; decided is what it does with the element that decides.
func (q *quantifier) add(b *block, decided func(c *block)) {
	cond := expr(q.it.inner, q.loop.Where)
	if q.loop.Kind == ir.All {
		cond = cond.not()
	}
	decide := q.it.inner.child()
	decide.fn = b.fn
	decided(decide)
	q.it.inner.add(jen.If(cond.clone()).Block(decide.stmts...))
	if q.failed != "" {
		b.add(jen.Var().Id(q.failed).Error())
	}
	b.add(q.it.head.Block(q.it.inner.stmts...))
}

// quantify returns whether a condition holds for all elements, or for any:
//
//	found := false
//	for ... {
//		if p.IsDaytime {
//			found = true
//			break
//		}
//	}
func quantify(b *block, n *ir.Loop, names []string) value {
	if n.Isolated {
		return quantifyByFunc(b, n, names)
	}
	q := quantified(b, n)
	name := b.name(names...)
	b.add(jen.Id(name).Op(":=").Add(gocode.Lit(n.Kind == ir.All)))
	q.add(b, func(c *block) { c.add(jen.Id(name).Op("=").Add(gocode.Lit(n.Kind == ir.Any)), jen.Break()) })
	if q.failed != "" {
		undecided := operand(jen.Id(name))
		if n.Kind == ir.Any {
			undecided = undecided.not()
		}
		b.refuse(both(undecided, isNil(jen.Id(q.failed)).not()), jen.Id(q.failed))
	}
	return variable(name)
}

// quantifyByFunc folds with the run-time library's And or Or, which keep an error until an element decides.
func quantifyByFunc(b *block, n *ir.Loop, names []string) value {
	function := ir.FnOr
	if n.Kind == ir.All {
		function = ir.FnAnd
	}
	s := sourceOf(b, n)
	name, failed := b.name(names...), b.name("failed")
	it := s.iterate(b)
	step := closure(it.inner, n.Where)
	fold := jen.List(jen.Id(name), jen.Id(failed)).Op("=").Add(b.fn.file.function(function)).Call(jen.Id(name), jen.Id(failed), step)
	decided := jen.Id(name)
	if n.Kind == ir.All {
		decided = jen.Op("!").Id(name)
	}
	it.inner.add(fold, jen.If(jen.Id(failed).Op("==").Nil().Op("&&").Add(decided)).Block(jen.Break()))
	b.add(
		jen.Id(name).Op(":=").Add(gocode.Lit(n.Kind == ir.All)),
		jen.Var().Id(failed).Error(),
		it.head.Block(it.inner.stmts...),
	)
	b.check(jen.Id(failed))
	return variable(name)
}

// retQuantify ends a function with whether a condition holds for all elements, or for any; with not, whether it does not.
func retQuantify(b *block, n *ir.Loop, not bool) {
	decided := (n.Kind == ir.Any) != not
	q := quantified(b, n)
	q.add(b, func(c *block) { c.giveBack(gocode.Lit(decided)) })
	switch {
	case q.failed == "":
		b.giveBack(gocode.Lit(!decided))
	case decided:
		b.add(jen.Return(jen.False(), jen.Id(q.failed)))
	default:
		b.add(jen.Return(jen.Id(q.failed).Op("==").Nil(), jen.Id(q.failed)))
	}
}

// isDecider reports whether a loop looks for an element that decides, and can return from there.
func isDecider(n ir.Node) bool {
	loop, ok := n.(*ir.Loop)
	return ok && (loop.Kind == ir.All || loop.Kind == ir.Any) && !loop.Isolated
}
