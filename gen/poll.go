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

func (p pollPrinter) asks(inner block) {
	stepPrinter{inner, p.step, p.tool.Locals.By[p.step]}.call(p.callOptions())
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
