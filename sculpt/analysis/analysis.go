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
// The steps, one file each: simplify rewrites what needs no facts; mark walks in the order of evaluation with a set of facts
// (package facts); outline moves functions out.
package analysis

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Analyze returns the plan whose expressions are ready for emission. p itself stays as it is, and is shared where there
// are no expressions.
func Analyze(p *plan.Plan) *plan.Plan {
	analyzed := *p
	answers := answersOf(p)
	operations := map[*plan.Operation]*plan.Operation{}
	analyzed.Upstreams = make([]*plan.Upstream, len(p.Upstreams))
	for i, u := range p.Upstreams {
		analyzed.Upstreams[i] = analyzeUpstream(u, answers, operations)
	}
	analyzed.Tools = make([]*plan.Tool, len(p.Tools))
	for i, t := range p.Tools {
		analyzed.Tools[i] = analyzeTool(t, answers, operations)
	}
	return &analyzed
}

// answers is what the plan says of the objects in answers.
type answers struct {
	absent   map[*ir.Field]bool // fields that may be absent; all others are there in every value
	identity identity
}

func answersOf(p *plan.Plan) answers {
	a := answers{absent: map[*ir.Field]bool{}, identity: identity{fields: map[*ir.Field]any{}, objects: map[*ir.ObjectType]any{}}}
	for _, u := range p.Upstreams {
		for _, op := range u.Operations {
			if op.Answer != nil {
				a.add(op.Answer)
			}
		}
	}
	return a
}

func (a answers) add(answer *plan.Answer) {
	for _, s := range answer.Structs {
		for _, o := range s.Objects {
			a.identity.objects[o] = s
		}
		for _, f := range s.Fields {
			for _, field := range f.Fields {
				a.absent[field] = !f.Always
				a.identity.fields[field] = f
			}
		}
	}
}

// body prepares the expressions of one function, in the order in which they run.
type body struct {
	marker   *marker
	scope    *scope
	outliner *outliner
}

func newBody(a answers) *body {
	return &body{marker: newMarker(a.absent), scope: newScope(nil), outliner: &outliner{identity: a.identity}}
}

// expression returns an expression that is computed next, at the place of that name. nil is no expression.
func (b *body) expression(n ir.Node, place string) ir.Node { return b.expressionIn(b.scope, n, place) }

// given is expression for one that is computed only where a condition, which has been computed, holds or does not.
func (b *body) given(cond ir.Node, holds bool, n ir.Node, place string) ir.Node {
	return b.expressionIn(b.scope.given(cond, holds), n, place)
}

func (b *body) expressionIn(s *scope, n ir.Node, place string) ir.Node {
	if n == nil {
		return nil
	}
	n = simplify(n, b.marker.absent)
	straight := s.fork()
	b.marker.mark(n, straight)
	if n.Marked().Form != ir.Branches {
		s.adopt(straight)
		return n
	}
	alone := newScope(s.known)
	b.marker.mark(n, alone)
	s.known = alone.known
	addresses(n)
	return b.outliner.outline(n, place)
}
