package tool

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/nact/flow"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

// poll checks how a step is called again and again.
func (c *checker) poll(m *manifest.Step, op *operation.Operation) *plan.Poll {
	p := &poller{checker: c, answer: c.shown.Of(m.Name.V), step: m, op: op}
	p.plan = &plan.Poll{
		Location: m.Poll.Location.V, Every: m.Poll.Every.V, Backoff: m.Poll.Backoff.V, MaxEvery: m.Poll.MaxEvery.V, Timeout: m.Poll.Timeout.V,
	}
	if op.Writes() && !p.plan.Location {
		c.found.Errorf(m.Poll.Pos, 0, "poll", "%s is a %s, which can change something, so it is called once: poll in another step that reads what has become of it; "+
			"or say \"location: true\" if its answer has a Location where that can be asked%s", op.ID, op.Method, orReads(op))
	}
	p.times()
	p.failed()
	p.until()
	return p.plan
}

// poller checks one poll.
type poller struct {
	*checker
	answer *value.Scope // in which this is the answer to a call
	step   *manifest.Step
	op     *operation.Operation
	plan   *plan.Poll
}

// times checks that there is time to ask more than once.
func (p *poller) times() {
	m, tool := p.step.Poll, cmp.Or(p.tool.Timeout.V, defaultTimeout)
	every := cmp.Or(m.Every.V, flow.DefaultEvery)
	limit, whose := tool, "the tool"
	if m.Timeout.Set && m.Timeout.V <= tool {
		limit, whose = m.Timeout.V, "the poll"
	}
	switch {
	case m.Timeout.V > tool:
		p.found.ErrorAt(m.Timeout, "poll", "the tool ends after %v, before this; give it a longer \"timeout\", or this a shorter one", tool)
	case every >= limit && m.Every.Set:
		p.found.ErrorAt(m.Every, "poll", "%s ends after %v, so it would never ask again; wait less, or give it a longer \"timeout\"", whose, limit)
	case every >= limit:
		p.found.Errorf(m.Pos, 0, "poll", "%s ends after %v, so it would never ask again; say how long to wait under \"every\", or give it a longer \"timeout\"", whose, limit)
	}
	if m.MaxEvery.Set && m.MaxEvery.V < every {
		p.found.ErrorAt(m.MaxEvery, "poll", "the first wait is %v, so that none is this short", every)
	}
}

// failed checks with which answers the tool fails.
func (p *poller) failed() {
	m := p.step.Poll
	p.failure(m.Fail)
	if m.FailedIf == nil {
		return
	}
	p.plan.FailedIf, p.plan.Fail = p.condition(m.FailedIf), m.Fail.V
	if m.Detail != nil {
		if p.plan.Detail = p.answer.Template(m.Detail); p.readsByVar(p.plan.Detail) {
			p.found.Errorf(m.Detail.Pos, 0, "scope", "%s", p.byVar())
		}
	}
	p.plan.FailedWhere = p.answer.Where(placeIn(p.step, plan.PartPoll, "failed_if"), p.plan.FailedIf, p.plan.Detail)
}

// until checks the condition that an answer is the last. Without one, the first answer with another status than 202 is.
func (p *poller) until() {
	if m := p.step.Poll; m.Until != nil {
		p.plan.Until = p.condition(m.Until)
	} else if slices.ContainsFunc(p.op.Spec.Responses, func(r *spec.Response) bool { return r.Status == "202" || r.Status == "2XX" }) {
		status := &ir.Root{T: ir.IntType, Kind: ir.StatusRoot, Name: p.step.Name.V}
		p.plan.Until = &ir.Binary{T: ir.BoolType, Op: "!=", X: status, Y: ir.Int64(202)}
		p.plan.Pending = !p.readsBody(p.plan.FailedIf) && !p.readsBody(p.plan.Detail)
	} else {
		p.found.Errorf(m.Pos, 0, "poll", "the document has no answer 202 of %s, so that the first answer would be the last; say under \"until\" when it is", p.op.ID)
	}
	p.plan.UntilWhere = p.answer.Where(placeIn(p.step, plan.PartPoll, "until"), p.plan.Until)
}

// condition checks a condition on each answer.
func (p *poller) condition(e *manifest.Expr) ir.Node {
	n := p.answer.Condition(e)
	if n != nil {
		p.ofAnswer(e, n)
	}
	return n
}

// ofAnswer checks that a condition, which was compiled, is on each answer.
func (p *poller) ofAnswer(e *manifest.Expr, n ir.Node) bool {
	switch {
	case p.readsByVar(n):
		p.found.ErrorAt(e, "scope", "%s", p.byVar())
	case !p.reads(n, func(*ir.Root) bool { return true }):
		p.found.ErrorAt(e, "poll", "this reads nothing of the answer, so that it stays as it is however often is asked; read this.body, this.status or this.headers")
	default:
		return true
	}
	return false
}

// reads reports whether an expression itself reads an answer of the step in a certain way.
func (p *poller) reads(n ir.Node, how func(*ir.Root) bool) bool {
	return reads.Any(reads.Roots(n), func(root *ir.Root) bool { return root.OfStep() && root.Name == p.step.Name.V && how(root) })
}

func (p *poller) readsBody(n ir.Node) bool {
	return p.reads(n, func(root *ir.Root) bool { return root.Kind == ir.BodyRoot })
}

// readsByVar reports whether an expression reads answers of the step by way of a var, which has one value.
func (p *poller) readsByVar(n ir.Node) bool {
	return reads.Any(reads.Roots(n), func(root *ir.Root) bool { return root.Kind == ir.VarRoot && p.vars.StepsRead(root)[p.step.Name.V] })
}

func (p *poller) byVar() string {
	return "this is read of each answer of " + p.step.Name.V + ", and a var that reads one has the value of the last: write what it reads here, with this"
}

// pollCaching is for how long the answers of a step that polls are kept: not at all; nil if its upstream keeps none anyway.
func pollCaching(p *plan.Poll, op *operation.Operation) *plan.Caching {
	if op.Upstream.Caching == (plan.Caching{}) || !op.Cacheable() && !p.Location {
		return nil
	}
	return &plan.Caching{}
}
