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
	s := &sequences{answers: answers, operations: operations, functions: map[*plan.Function]*plan.Function{}, steps: plan.Steps{}}
	analyzed.Parts = make([]*plan.Function, len(p.Parts))
	for i, f := range p.Parts {
		part := *f
		part.Part = s.tool(f.Part)
		analyzed.Parts[i], s.functions[f] = &part, &part
	}
	analyzed.Tools = make([]*plan.Tool, len(p.Tools))
	for i, t := range p.Tools {
		analyzed.Tools[i] = s.tool(t)
	}
	return plan.Analyzed{Plan: &analyzed, Marked: s.marked}
}

// sequences analyzes what the parts and the tools of a plan do, parts before what uses them. Its maps lead from the checked plan to the analyzed one.
type sequences struct {
	answers    answers
	operations map[*plan.Operation]*plan.Operation
	functions  map[*plan.Function]*plan.Function // parts
	steps      plan.Steps
	marked     [][]plan.Expression
}

func (s *sequences) tool(t *plan.Tool) *plan.Tool {
	b := newBody(s)
	tool := analyzeTool(t, b)
	tool.Locals = locals.Of(tool)
	s.marked = append(s.marked, b.marked)
	return tool
}

// body prepares the expressions of one function, in the order in which they run.
type body struct {
	answers   answers
	estimator cost.Estimator
	marker    *marker
	scope     *scope
	outliner  *outliner
	marked    []plan.Expression // the expressions that were finished so far

	of        *sequences
	hoistedOf map[*plan.Step]*plan.Step // for a copy that hoist has made: the step that it was made of
}

func newBody(of *sequences) *body {
	a := of.answers
	return &body{
		answers: a, marker: newMarker(a), scope: newScope(nil), outliner: &outliner{answers: a}, of: of, hoistedOf: map[*plan.Step]*plan.Step{},
	}
}

// expression prepares and finishes an expression that is computed next, at a place. nil stays nil.
func (b *body) expression(n ir.Node, place plan.Place) ir.Node {
	return b.finish(b.scope, b.prepare(n), place)
}

// alone is expression for one that may be computed again at any time, and finds nothing there that was computed before.
func (b *body) alone(n ir.Node, place plan.Place) ir.Node {
	return b.finish(newScope(nil), b.prepare(n), place)
}

// conditional is expression for one that is computed only if cond, which has been computed before, holds; with holds false, only if it does not.
func (b *body) conditional(cond ir.Node, holds bool, n ir.Node, place plan.Place) ir.Node {
	return b.finish(b.scope.given(cond, holds), b.prepare(n), place)
}

// prepare returns a simplified copy of an expression, in which the work that is repeated for every element of a list is marked to be counted.
func (b *body) prepare(n ir.Node) ir.Node {
	if n == nil {
		return nil
	}
	return simplify(b.estimator.Mark(clone(n)), b.answers)
}

// finish marks a prepared expression and returns what its place has for it: the expression itself or, if it has branches or loops, the call of a
// function that it is moved into.
func (b *body) finish(s *scope, n ir.Node, place plan.Place) ir.Node {
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
	return b.outline(s, n, place)
}

// finishApart is finish for an expression whose error must not end the tool: the code around it handles the error. An expression that can fail is
// therefore always moved into a function, which returns the error.
func (b *body) finishApart(n ir.Node, place plan.Place) ir.Node {
	if !b.marker.canFail(n, b.scope) {
		return b.finish(b.scope, n, place)
	}
	return b.outline(b.scope.fork(), n, place)
}

// condition prepares a condition that counts as false where it fails. If asking first whether what it reads is there (see answers.asking)
// keeps it from failing, the questions are put before it; otherwise it is moved into a function, which returns the error.
func (b *body) condition(n ir.Node, place plan.Place) ir.Node {
	if asking := b.answers.asking(n); !b.marker.canFail(asking, b.scope) {
		return b.finish(b.scope, asking, place)
	}
	return b.finishApart(n, place)
}

// outline moves an expression into a function of its own, and returns the call.
func (b *body) outline(s *scope, n ir.Node, place plan.Place) ir.Node {
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
	b := newBody(&sequences{answers: answers})
	analyzed.Headers = make([]plan.Header, len(u.Headers))
	for i, h := range u.Headers {
		h.Value = b.alone(h.Value, plan.Place{Section: plan.InHeaders, Name: h.Name})
		analyzed.Headers[i] = h
	}
	analyzed.Query = make([]plan.Constant, len(u.Query))
	for i, q := range u.Query {
		q.Value = b.alone(q.Value, plan.Place{Section: plan.InQuery, Name: q.Name})
		analyzed.Query[i] = q
	}
	analyzed.Auth = make([]plan.Credential, len(u.Auth))
	for i, c := range u.Auth {
		values := make([]ir.Node, len(c.Values))
		for j, v := range c.Values {
			values[j] = b.alone(v, c.Place(j))
		}
		c.Values = values
		analyzed.Auth[i] = c
	}
	analyzed.Functions = b.outliner.functions
	return &analyzed
}
