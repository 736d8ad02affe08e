package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pollPrinter prints what calls a step again and again.
type pollPrinter struct {
	stepPrinter
	poll *plan.Poll
}

// print adds
//
//	confirmedPoll := flow.Poll{Step: "confirmed", Every: 200 * time.Millisecond, Timeout: 5 * time.Second}
//	var confirmed *clinicBooking
//	var confirmedMeta upstream.Answer
//	for ; err == nil; err = confirmedPoll.Wait(ctx, confirmedMeta) {
//		confirmed, confirmedMeta, err = s.clinic.getBooking(ctx, clinicGetBookingParams{ID: booking.ID}, upstream.Options{Within: confirmedPoll.Left()})
//		if err != nil {
//			break
//		}
//		if confirmed.Status == "REJECTED" {
//			return out, nact.Fail("REJECTED", "")
//		}
//		if confirmed.Status == "CONFIRMED" {
//			break
//		}
//	}
//	if err != nil {
//		return out, nact.StepError("confirmed", err)
//	}
//
// The loop itself assigns err, since conditions inside it may declare a variable of that name.
func (p pollPrinter) print() {
	p.paragraph()
	for _, part := range p.poll.Before {
		p.part(part, p.variables)
	}
	if p.poll.Again {
		p.again()
		return
	}
	p.body.Add(p.state().Op(":=").Add(p.newPoll()))
	p.declare(p.variables.Declared)
	wait := "Wait"
	if p.poll.Location {
		wait = "Follow"
	}
	meta := p.id(p.variables.Binding(plan.AnswerMeta).Local)
	p.body.Add(p.code("for ; err == nil; err = $1.$2(ctx, $3) {\n$4\n}", p.state(), wait, meta, p.inside(p.asks)))
	p.ended()
}

// state returns the variable of how long the poll has waited.
func (p pollPrinter) state() *jen.Statement { return p.id(p.variables.Binding(plan.PollState).Local) }

// again adds
//
//	reportAgain := upstream.TryAgain{}
//	var report *labReport
//	var reportMeta upstream.Answer
//	for more := true; more; more = reportAgain.Wait(ctx, reportMeta) {
//		report, reportMeta, err = s.lab.getReport(ctx, upstream.Options{Again: &reportAgain})
//		if err != nil {
//			break
//		}
//		if report.State != "busy" {
//			break
//		}
//	}
//
// and what the failure of the step means. All attempts of a step that writes have one context: they are one write.
func (p pollPrinter) again() {
	ctx, of := p.context(p.step, p.variables), jen.Id("ctx")
	if p.step.Writes() {
		of = jen.Id(p.body.Name(p.step.Name + "_ctx"))
		p.body.Add(of.Clone().Op(":=").Add(ctx))
		ctx = of
	}
	p.body.Add(p.state().Op(":=").Add(p.runtime.Upstream("TryAgain").Values()))
	p.declare(p.variables.Declared)
	meta, more := p.id(p.variables.Binding(plan.AnswerMeta).Local), jen.Id(p.body.Name("more"))
	p.body.Add(p.code("for $1 := true; $1; $1 = $2.Wait($3, $4) {\n$5\n}", more, p.state(), of.Clone(), meta, p.inside(func(inner block) {
		p.asksWith(inner, ctx.Clone())
	})))
	p.ended()
}

func (p pollPrinter) asks(inner block) { p.asksWith(inner, inner.context(p.step, p.variables)) }

// asksWith adds a call with a context, and whether it is the last.
func (p pollPrinter) asksWith(inner block, ctx *jen.Statement) {
	stepPrinter{inner, p.step, p.tool.Locals.By[p.step], nil}.callWith(ctx, p.callOptions())
	inner.body.Add(jen.If(jen.Err().Op("!=").Nil()).Block(jen.Break()))
	if p.poll.FailedIf != nil {
		inner.failIn(p.poll.FailedWhere)
		failed := inner.body.Condition(p.poll.FailedIf)
		inner.body.Add(jen.If(failed).Block(inner.inside(func(branch block) { branch.fails(p.poll.Fail, p.poll.Detail) })...))
	}
	inner.failIn(p.poll.UntilWhere)
	inner.body.Add(jen.If(inner.body.Condition(p.poll.Until)).Block(jen.Break()))
}

// newPoll returns flow.Poll{Step: "confirmed", Every: 200 * time.Millisecond, Timeout: 5 * time.Second}.
func (p pollPrinter) newPoll() *jen.Statement {
	var fields gocode.Fields
	if !p.variables.InLoop() { // otherwise the elements are its progress
		fields.Set("Step", gocode.Lit(p.step.Name))
	}
	fields.SetLit("Every", p.poll.Every)
	if p.poll.Backoff > 0 {
		fields.Set("Backoff", jen.Op(strconv.FormatFloat(p.poll.Backoff, 'g', -1, 64)))
	}
	fields.SetLit("MaxEvery", p.poll.MaxEvery)
	fields.SetLit("Timeout", p.poll.Timeout)
	return p.code("flow.Poll$1", jen.Values(fields...))
}

// callOptions returns what the calls of the poll do not leave to the upstream.
func (p pollPrinter) callOptions() gocode.FittedFields {
	var list gocode.FittedFields
	width := len(p.locals[p.variables.Binding(plan.PollState).Local]) + len(".Location")
	if p.poll.Again {
		list.Add("Again", jen.Op("&").Add(p.state()), width)
	}
	if p.poll.Location {
		list.Add("Location", p.state().Dot("Location"), width)
	}
	if p.poll.Pending {
		list.Add("Pending", jen.True(), width)
	}
	if p.poll.Timeout > 0 {
		list.Add("Within", p.state().Dot("Left").Call(), width)
	}
	return list
}
