package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// polling is a poll, and the variable of how long it waits.
type polling struct {
	*plan.Poll
	variable string
}

// namePoll names the variables of a poll, and notes that it takes what an answer says beside its body.
func (p *runPrinter) namePoll(l *plan.Poll) {
	step := l.Step.Name
	p.polls[step] = polling{l, p.scope.Name(step + "_poll")}
	p.taken[metaOf(l.Step)] = true
}

// poll adds what calls a step again and again:
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
// The loop itself assigns err: conditions in it may have another one.
func (p *runPrinter) poll(l *plan.Poll) {
	p.paragraph()
	for _, part := range l.Before {
		p.part(part)
	}
	variable, meta := jen.Id(p.polls[l.Step.Name].variable), jen.Id(p.roots.Metas[l.Step.Name])
	p.body.Add(variable.Clone().Op(":=").Add(p.newPoll(l)))
	p.declareAnswer(l.Step)
	wait := "Wait"
	if l.Location {
		wait = "Follow"
	}
	p.body.Add(jen.For(
		jen.Empty(),
		jen.Err().Op("==").Nil(),
		jen.Err().Op("=").Add(variable.Clone()).Dot(wait).Call(jen.Id("ctx"), meta),
	).Block(p.body.Inner(func(inner *goexpr.Body) { p.within(inner).asks(l) })...))
	if answered := p.expected[l.Step.Name]; answered != "" {
		p.body.Add(jen.Id(answered).Op(":=").Err().Op("==").Nil())
	}
	p.ended(l.Step)
}

// asks adds what is done for each answer.
func (p *runPrinter) asks(l *plan.Poll) {
	p.call(l.Step)
	p.body.Add(jen.If(jen.Err().Op("!=").Nil()).Block(jen.Break()))
	if l.FailedIf != nil {
		p.failIn(l.FailedWhere)
		failed := p.body.Condition(l.FailedIf)
		p.body.Add(jen.If(failed).Block(p.body.Inner(func(inner *goexpr.Body) { p.within(inner).fails(l.Fail, l.Detail) })...))
	}
	p.failIn(l.UntilWhere)
	p.body.Add(jen.If(p.body.Condition(l.Until)).Block(jen.Break()))
}

// declareAnswer declares the variables of an answer that is read where it was not assigned, unless they are declared already.
func (p *runPrinter) declareAnswer(s *plan.Step) {
	declare := func(of read, name string, typ func() *jen.Statement) {
		if (p.reads[of] > 0 || p.taken[of]) && !p.held[of] {
			p.held[of] = true
			p.body.Add(jen.Var().Id(name).Add(typ()))
		}
	}
	if s.Call.Answer != nil {
		declare(bodyOf(s), p.roots.Bodies[s.Name], func() *jen.Statement { return p.types.Of(s.Call.AnswerType()) })
	}
	declare(metaOf(s), p.roots.Metas[s.Name], func() *jen.Statement { return p.runtime.Upstream("Answer") })
}

// newPoll returns flow.Poll{Step: "confirmed", Every: 200 * time.Millisecond, Timeout: 5 * time.Second}.
func (p *runPrinter) newPoll(l *plan.Poll) *jen.Statement {
	var fields []jen.Code
	if _, looped := p.loops[l.Step.Name]; !looped { // otherwise the elements are its progress
		fields = append(fields, gocode.Keyed("Step", gocode.Lit(l.Step.Name)))
	}
	if l.Every > 0 {
		fields = append(fields, gocode.Keyed("Every", gocode.Duration(l.Every)))
	}
	if l.Backoff > 0 {
		fields = append(fields, gocode.Keyed("Backoff", jen.Op(strconv.FormatFloat(l.Backoff, 'g', -1, 64))))
	}
	if l.MaxEvery > 0 {
		fields = append(fields, gocode.Keyed("MaxEvery", gocode.Duration(l.MaxEvery)))
	}
	if l.Timeout > 0 {
		fields = append(fields, gocode.Keyed("Timeout", gocode.Duration(l.Timeout)))
	}
	return p.runtime.Flow("Poll").Values(fields...)
}

// options returns what the calls of a poll do not leave to the upstream, and about how wide it is.
func (l polling) options() (fields []jen.Code, width int) {
	add := func(name string, value *jen.Statement) {
		fields = append(fields, gocode.Keyed(name, value))
		width += len(name) + len(l.variable) + len(": .Location, ")
	}
	if l.Location {
		add("Location", jen.Id(l.variable).Dot("Location"))
	}
	if l.Pending {
		add("Pending", jen.True())
	}
	if l.Timeout > 0 {
		add("Within", jen.Id(l.variable).Dot("Left").Call())
	}
	return fields, width
}
