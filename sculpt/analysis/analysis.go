// Package analysis prepares the expressions of a checked plan for emission.
//
// In comes what the checker made of each expression, out comes the same with everything decided that the emitter would
// otherwise have to find out: what cannot happen is gone, each node is marked with whether it can fail and how much Go it
// takes, what a check before has shown and what was computed before is known, the sides of && and || stand in an order in
// which an error counts only where CEL counts it, and what has branches or loops stands in a function of its own:
//
//	vars.period: in.day == "TODAY" ? periods[0] : periods.filter(p, p.isDaytime)[0]
//
// becomes [ir.Invoke] of an [ir.Outlined] whose parameters are the inputs and periods. Where size(periods) > 0 was expected
// before, periods[0] is marked as proven.
//
// The steps: package cost marks what an expression does again for every element of a list, and has to be counted; then, a
// file each, simplify rewrites what needs no facts, mark walks in the order of evaluation with a set of facts (package
// facts), outline moves functions out.
package analysis

import (
	"github.com/nactgen/nactgen/sculpt/analysis/locals"
	"github.com/nactgen/nactgen/sculpt/cost"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Analyze returns the plan whose expressions are ready for emission. p itself stays as it is, and is shared where there
// are no expressions.
func Analyze(p *plan.Plan) plan.Analyzed {
	analyzed := *p
	answers := answersOf(p)
	operations := map[*plan.Operation]*plan.Operation{}
	analyzed.Upstreams = make([]*plan.Upstream, len(p.Upstreams))
	for i, u := range p.Upstreams {
		analyzed.Upstreams[i] = analyzeUpstream(u, answers, operations)
	}
	analyzed.Tools = make([]*plan.Tool, len(p.Tools))
	marked := make([][]plan.Expression, len(p.Tools))
	for i, t := range p.Tools {
		b := newBody(answers)
		tool := analyzeTool(t, b, operations)
		tool.Locals = locals.Of(tool)
		analyzed.Tools[i], marked[i] = tool, b.marked
	}
	return plan.Analyzed{Plan: &analyzed, Marked: marked}
}

// body prepares the expressions of one function, in the order in which they run.
type body struct {
	answers   answers
	estimator cost.Estimator
	marker    *marker
	scope     *scope
	outliner  *outliner
	marked    []plan.Expression // so far

	operations map[*plan.Operation]*plan.Operation // what the steps call instead of their own
	steps      plan.Steps                          // what each step became
	hoistedOf  map[*plan.Step]*plan.Step           // the step that one is, of which values were taken out
}

func newBody(a answers) *body {
	return &body{
		answers: a, marker: newMarker(a), scope: newScope(nil), outliner: &outliner{answers: a},
		steps: plan.Steps{}, hoistedOf: map[*plan.Step]*plan.Step{},
	}
}

// expression prepares an expression that is computed next, at the place of that name, and returns what stands there: see placed. nil is no
// expression, and stays nil.
func (b *body) expression(n ir.Node, place plan.Place) ir.Node {
	return b.placed(b.scope, b.prepared(n), place)
}

// conditional does the same with an expression that is computed only where cond, which has been computed before, holds; or, unless holds is
// set, where it does not.
func (b *body) conditional(cond ir.Node, holds bool, n ir.Node, place plan.Place) ir.Node {
	return b.placed(b.scope.given(cond, holds), b.prepared(n), place)
}

// prepared returns a copy of an expression, simplified, in which what is done again for every element of a list is marked to be counted.
func (b *body) prepared(n ir.Node) ir.Node {
	if n == nil {
		return nil
	}
	return simplify(b.estimator.Mark(clone(n)), b.answers)
}

// placed marks a prepared expression and returns what stands at its place: the expression, or, if it has branches or loops, the call of a
// function that it is moved into.
func (b *body) placed(s *scope, n ir.Node, place plan.Place) ir.Node {
	if n == nil {
		return nil
	}
	straight := s.fork()
	b.marker.mark(n, straight)
	if n.Marked().Form != ir.Branches {
		s.adopt(straight)
		b.marked = append(b.marked, plan.Expression{Place: place, Node: n})
		return n
	}
	return b.outlined(s, n, place)
}

// caught does the same with an expression whose error must not end the tool, since the code around it goes on in another way then. One that can
// fail is moved into a function in any case: its error is a result of that, and the code around it looks at it.
func (b *body) caught(n ir.Node, place plan.Place) ir.Node {
	if !b.marker.canFail(n, b.scope) {
		return b.placed(b.scope, n, place)
	}
	return b.outlined(b.scope.fork(), n, place)
}

// condition prepares a condition that does not hold where it fails. If it cannot fail once it asks whether what it reads is there, it
// becomes that condition, which needs no function.
func (b *body) condition(n ir.Node, place plan.Place) ir.Node {
	if asking := b.answers.asking(n); !b.marker.canFail(asking, b.scope) {
		return b.placed(b.scope, asking, place)
	}
	return b.caught(n, place)
}

// outlined moves an expression into a function of its own, and returns the call.
func (b *body) outlined(s *scope, n ir.Node, place plan.Place) ir.Node {
	alone := newScope(s.known)
	b.marker.mark(n, alone)
	s.known = alone.known
	b.marked = append(b.marked, plan.Expression{Place: place, Node: n})
	addresses(n)
	return b.outliner.outline(n, place.String())
}

// analyzeUpstream returns an upstream with the expressions of its headers and credentials prepared, and notes which operations
// take the place of its own.
func analyzeUpstream(u *plan.Upstream, answers answers, operations map[*plan.Operation]*plan.Operation) *plan.Upstream {
	analyzed := *u
	analyzed.Operations = make([]*plan.Operation, len(u.Operations))
	for i, op := range u.Operations {
		own := *op
		own.Upstream = &analyzed
		analyzed.Operations[i], operations[op] = &own, &own
	}
	b := newBody(answers)
	analyzed.Headers = make([]plan.Header, len(u.Headers))
	for i, h := range u.Headers {
		h.Value = b.expression(h.Value, plan.Place{Section: plan.InHeaders, Name: h.Name})
		analyzed.Headers[i] = h
	}
	analyzed.Auth = make([]plan.Credential, len(u.Auth))
	for i, c := range u.Auth {
		values := make([]ir.Node, len(c.Values))
		for j, v := range c.Values {
			values[j] = b.expression(v, c.Place(j))
		}
		c.Values = values
		analyzed.Auth[i] = c
	}
	analyzed.Functions = b.outliner.functions
	return &analyzed
}
