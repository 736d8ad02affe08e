package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// writes is the variable that holds the writes of a call.
const writes = "writes"

// beginWrites returns what a tool begins with that changes something:
//
//	writes := flow.NewWrites(ctx)
//	defer writes.End(&err)
func (p runPrinter) beginWrites() []jen.Code {
	return []jen.Code{
		jen.Id(writes).Op(":=").Add(p.runtime.Flow("NewWrites")).Call(jen.Id("ctx")),
		jen.Defer().Id(writes).Dot("End").Call(jen.Op("&").Err()),
	}
}

// context returns the context of a step's call: ctx, or of one that writes writes.Begin(ctx, "booking"), for the elements of a list
// writes.BeginElement(ctx, "booking", i), or writes.BeginValue(ctx, "booking", i, day) if they are scalars.
func (b block) context(s plan.StepAction, v plan.Variables) *jen.Statement {
	if !s.Writes() {
		return jen.Id("ctx")
	}
	begin, arguments := "Begin", []jen.Code{jen.Id("ctx"), gocode.Lit(s.StepName())}
	if v.InLoop() {
		begin, arguments = "BeginElement", append(arguments, b.id(v.Binding(plan.ElementIndex).Local))
		if element := v.Binding(plan.Element); element.Use != plan.Unread && element.Type.Scalar() {
			begin, arguments = "BeginValue", append(arguments, b.id(element.Local))
		}
	}
	return jen.Id(writes).Dot(begin).Call(arguments...)
}

// undo adds what takes a step back if the tool fails later:
//
//	writes.Undo(10*time.Second, func(ctx context.Context) error {
//		return s.clinic.cancel(ctx, clinicCancelParams{ID: booking.ID})
//	})
func (b block) undo(u *plan.Undo) {
	call := u.Call()
	body := b.function(func(inner block) {
		inner.actions(u.Actions[:len(u.Actions)-1])
		stepPrinter{inner, call, b.tool.Locals.By[call]}.takeBack()
	})
	result := jen.Error()
	if call.Call.Answer != nil || call.Call.Meta {
		result = jen.Params(jen.Err().Error())
	}
	f := jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Add(result).Block(body...)
	b.body.Add(jen.Id(writes).Dot("Undo").Call(gocode.Duration(u.Limit), f))
}

// takeBack adds the call that takes a step back. Nobody reads its answer.
func (p stepPrinter) takeBack() {
	call := p.request(jen.Id("ctx"), nil)
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
