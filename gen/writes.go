package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// writes is the variable of a tool's method that remembers what the tool has changed.
const writes = "writes"

// context returns the context of a step's call: ctx, or nact.Step(ctx, "sites") where spans say for which step a call is made, or of one that writes writes.Begin(ctx, "booking"), for the elements of a list
// writes.BeginElement(ctx, "booking", i), or writes.BeginValue(ctx, "booking", i, day) if they are scalars.
func (b block) context(s plan.StepAction, v plan.Variables) *jen.Statement {
	if !s.Writes() && b.traced() {
		return b.code("nact.Step(ctx, $1)", gocode.Lit(s.StepName()))
	}
	if !s.Writes() {
		return jen.Id("ctx")
	}
	kind, element := b.elementOf(v)
	return jen.Id(writes).Dot("Begin" + kind).Call(append([]jen.Code{jen.Id("ctx"), gocode.Lit(s.StepName())}, element...)...)
}

// writesIn returns what a part gets to note its writes in: writes.In("visit"), or for the elements of a list writes.InElement("visits", i).
func (p goStepPrinter) writesIn() *jen.Statement {
	kind, element := p.elementOf(p.variables)
	return jen.Id(writes).Dot("In" + kind).Call(append([]jen.Code{gocode.Lit(p.step.Name)}, element...)...)
}

// elementOf returns how the methods of [flow.Writes] are called that take the element of a list, and what they take; nothing outside of a loop.
func (b block) elementOf(v plan.Variables) (kind string, arguments []jen.Code) {
	if !v.InLoop() {
		return "", nil
	}
	kind, arguments = "Element", []jen.Code{b.id(v.Binding(plan.ElementIndex).Local)}
	if element := v.Binding(plan.Element); element.Use != plan.Unread && element.Type.Scalar() {
		kind, arguments = "Value", append(arguments, b.id(element.Local))
	}
	return kind, arguments
}

// undo adds what takes a step back if the tool fails later:
//
//	writes.Undo(10*time.Second, func(ctx context.Context) error {
//		return s.clinic.cancel(ctx, clinicCancelParams{ID: booking.ID})
//	})
//
// and behind the function the failures with which the step stays as it is.
func (b block) undo(u *plan.Undo) {
	call := u.Call()
	body := b.function(func(inner block) {
		inner.actions(u.Actions[:len(u.Actions)-1])
		stepPrinter{inner, call, b.tool.Locals.By[call], nil}.takeBack()
	})
	result := jen.Error()
	if call.Call.Answer != nil || call.Call.Meta {
		result = jen.Params(jen.Err().Error())
	}
	arguments := []jen.Code{gocode.Duration(u.Limit), b.code("func(ctx context.Context) $1 {\n$2\n}", result, body)}
	kept := gocode.Each(u.Kept, func(failure string) jen.Code { return gocode.Lit(failure) })
	b.body.Add(jen.Id(writes).Dot("Undo").Call(append(arguments, kept...)...))
}

// takeBack adds the call that takes a step back, whose answer is not read.
func (p stepPrinter) takeBack() {
	call := p.request(jen.Id("ctx"), gocode.FittedFields{})
	var results []jen.Code
	if p.step.Call.Answer != nil {
		results = append(results, jen.Id("_"))
	}
	if p.step.Call.Meta {
		results = append(results, jen.Id("_"))
	}
	if len(results) == 0 {
		p.body.Add(jen.Return(call))
		return
	}
	p.body.Add(jen.List(append(results, jen.Err())...).Op("=").Add(call), jen.Return(jen.Err()))
}
