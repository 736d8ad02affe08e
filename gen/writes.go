package gen

import (
	"maps"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// writes is the variable that holds the writes of a call.
const writes = "writes"

// beginWrites adds what a tool begins with that changes something:
//
//	writes := flow.NewWrites(ctx)
//	defer writes.End(&err)
func (p *runPrinter) beginWrites() {
	p.body.Add(
		jen.Id(writes).Op(":=").Add(p.runtime.Flow("NewWrites")).Call(jen.Id("ctx")),
		jen.Defer().Id(writes).Dot("End").Call(jen.Op("&").Err()),
	)
}

// context returns the context of a step's call: ctx, or of one that writes writes.Begin(ctx, "booking"), for the elements of a list
// writes.BeginElement(ctx, "booking", i), or writes.BeginValue(ctx, "booking", i, day) if they are scalars.
func (p *runPrinter) context(s plan.StepAction) *jen.Statement {
	if !s.Writes() {
		return jen.Id("ctx")
	}
	begin, arguments := "Begin", []jen.Code{jen.Id("ctx"), gocode.Lit(s.StepName())}
	if loop, ok := p.loops[s.StepName()]; ok {
		begin, arguments = "BeginElement", append(arguments, jen.Id(loop.index))
		if loop.scalar {
			begin, arguments = "BeginValue", append(arguments, jen.Id(p.roots.Elements[s.StepName()]))
		}
	}
	return jen.Id(writes).Dot(begin).Call(arguments...)
}

// undo adds what takes a step back if the tool fails later:
//
//	writes.Undo(10*time.Second, func(ctx context.Context) error {
//		return s.clinic.cancel(ctx, clinicCancelParams{ID: booking.ID})
//	})
func (p *runPrinter) undo(u *plan.Undo) {
	last := len(u.Actions) - 1
	body := p.body.Inner(func(inner *goexpr.Body) {
		block := *p
		block.body, block.lead = inner, 0
		block.give, block.fail = returns, returns
		block.held = maps.Clone(p.held)
		for _, a := range u.Actions[:last] {
			delete(block.held, read{ir.VarRoot, a.(*plan.Var).Name})
		}
		block.actions(u.Actions[:last])
		block.takeBack(u.Call())
	})
	result := jen.Error()
	if call := u.Call().Call; call.Answer != nil || call.Meta {
		result = jen.Params(jen.Err().Error())
	}
	f := jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Add(result).Block(body...)
	p.body.Add(jen.Id(writes).Dot("Undo").Call(gocode.Duration(u.Limit), f))
}

// takeBack adds the call that takes a step back. Nobody reads its answer.
func (p *runPrinter) takeBack(s *plan.Step) {
	call := p.request(s, jen.Id("ctx"))
	var results []jen.Code
	if s.Call.Answer != nil {
		results = append(results, jen.Id("_"))
	}
	if s.Call.Meta {
		results = append(results, jen.Id("_"))
	}
	if len(results) == 0 {
		p.body.Add(jen.Return(call))
		return
	}
	p.body.Add(jen.List(append(results, jen.Err())...).Op("=").Add(call), jen.Return(jen.Err()))
}
