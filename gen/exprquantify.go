package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// quantify returns whether a condition holds for all elements, or for any:
//
//	found := false
//	for ... {
//		if p.IsDaytime {
//			found = true
//			break
//		}
//	}
func (b *block) quantify(n *ir.Loop) value {
	if b.needsFunc(n) {
		return b.quantifyByFunc(n)
	}
	l := b.quantified(n)
	name := b.name(loopHints(n)...)
	body := l.body(func(c *block) { c.add(jen.Id(name).Op("=").Add(gocode.Lit(n.Kind == ir.Any)), jen.Break()) })
	b.add(jen.Id(name).Op(":=").Add(gocode.Lit(n.Kind == ir.All)))
	l.add(b, body)
	if l.failed != "" {
		undecided := operand(jen.Id(name))
		if n.Kind == ir.Any {
			undecided = undecided.not()
		}
		b.refuse(both(undecided, isNil(jen.Id(l.failed)).not()).clone(), jen.Id(l.failed))
	}
	return variable(name)
}

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
	decides *ir.Loop
	it      iteration
	failed  string // the variable of the error; empty if the condition cannot fail
}

// quantified starts the loop.
func (b *block) quantified(n *ir.Loop) *quantifier {
	q := &quantifier{decides: n}
	fails := b.whereFails(n)
	if n.Kind == ir.All {
		q.decides = &ir.Loop{T: n.T, Kind: n.Kind, Over: n.Over, Index: n.Index, Var: n.Var, Where: negated(n.Where), Again: n.Again}
	}
	s := b.source(q.decides)
	s.unordered = !fails && !spends(n.Where) // an order of its own could show in when the budget is spent
	if fails {
		q.failed = b.name("failed")
	}
	q.it = b.iterate(s)
	if fails {
		abort := b.fn.aborts()
		q.it.inner.fn = b.fn.inside(func(err jen.Code) *jen.Statement { return jen.Id(q.failed).Op("=").Add(err).Line().Continue() })
		q.it.inner.fn.abort = abort
	}
	return q
}

// body returns the body of the loop; decided is what it does with the element that decides.
func (q *quantifier) body(decided func(c *block)) []jen.Code { return q.it.where(q.decides, decided) }

// add emits the loop.
func (q *quantifier) add(b *block, body []jen.Code) {
	if q.failed != "" {
		b.fn.fallible = true
		b.add(jen.Var().Id(q.failed).Error())
	}
	b.add(q.it.head.Block(body...))
}

// needsFunc reports whether the condition of a quantifier stands in a function, for the sake of its errors: where one cannot
// wait for the next element, or may be that of the budget, which no other element makes good.
func (b *block) needsFunc(n *ir.Loop) bool {
	return b.whereFails(n) && (failsInside(n.Where) || b.returnsBudgetError(n.Where))
}

// returnsBudgetError reports whether the error of something that a condition calls may be that of the budget.
func (b *block) returnsBudgetError(cond ir.Node) bool {
	found := false
	ir.Walk(cond, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Call:
			found = found || n.Budget
		case *ir.Logic: // may become a call
			found = found || spends(n)
		case *ir.Ref:
			v, bound := b.lookup(n.To)
			found = found || bound && v.lazy
		}
	})
	return found
}

// failsInside reports whether a condition has loops in it that cannot go on with the next element of the one around them.
func failsInside(cond ir.Node) bool {
	inside := false
	ir.Walk(cond, func(n ir.Node) {
		loop, ok := n.(*ir.Loop)
		inside = inside || ok && loop.Kind != ir.Any && loop.Kind != ir.All
	})
	return inside
}

// quantifyByFunc folds with the run-time library's And or Or, which keep an error until an element decides.
func (b *block) quantifyByFunc(n *ir.Loop) value {
	function := ir.FnOr
	if n.Kind == ir.All {
		function = ir.FnAnd
	}
	s := b.source(n)
	name, failed := b.name(loopHints(n)...), b.name("failed")
	it := b.iterate(s)
	step := it.inner.closure(n.Where)
	fold := jen.List(jen.Id(name), jen.Id(failed)).Op("=").Add(b.fn.g.function(function)).Call(jen.Id(name), jen.Id(failed), step)
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

// loopTail ends a function with the result of a loop, if the loop can return it from within.
func (b *block) loopTail(n *ir.Loop, fallible bool) bool {
	switch n.Kind {
	case ir.First:
		return b.firstTail(n, fallible)
	case ir.Any, ir.All:
	default:
		return false
	}
	if b.needsFunc(n) {
		return false
	}
	l := b.quantified(n)
	l.add(b, l.body(func(c *block) { c.giveBack(gocode.Lit(n.Kind == ir.Any), fallible) }))
	switch {
	case l.failed == "":
		b.giveBack(gocode.Lit(n.Kind == ir.All), fallible)
	case n.Kind == ir.All:
		b.add(jen.Return(jen.Id(l.failed).Op("==").Nil(), jen.Id(l.failed)))
	default:
		b.add(jen.Return(jen.False(), jen.Id(l.failed)))
	}
	return true
}

func (b *block) firstTail(n *ir.Loop, fallible bool) bool {
	if b.whereFails(n) {
		return false
	}
	it := b.iterate(b.source(n))
	body := it.where(n, func(c *block) { c.giveBack(c.expr(&ir.Ref{To: n.Var}).pointer(), fallible) })
	b.fn.fallible = true
	b.add(it.head.Block(body...), b.fn.fail(b.fn.g.function(ir.FnNoElement).Call()))
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
		if k := n.X.Type().Kind; k != ir.Double { // of which neither might hold
			opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
		}
		if op := opposite[n.Op]; op != "" {
			return &ir.Binary{T: n.T, Op: op, X: n.X, Y: n.Y, Costs: n.Costs}
		}
	}
	return &ir.Not{X: n}
}

// notLoop returns the negation of a quantifier as one: no element is such is every element is not such.
func notLoop(n *ir.Not) (*ir.Loop, bool) {
	loop, ok := n.X.(*ir.Loop)
	if !ok || loop.Kind != ir.Any && loop.Kind != ir.All {
		return nil, false
	}
	kind := ir.Any
	if loop.Kind == ir.Any {
		kind = ir.All
	}
	return &ir.Loop{T: loop.T, Kind: kind, Over: loop.Over, Index: loop.Index, Var: loop.Var, Where: negated(loop.Where), Again: loop.Again}, true
}
