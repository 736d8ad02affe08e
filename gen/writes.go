package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
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

// context returns the context of a step's call: ctx, or of one that writes writes.Begin(ctx, "booking").
func (p *runPrinter) context(s plan.StepAction) *jen.Statement {
	if !s.Writes() {
		return jen.Id("ctx")
	}
	begin, arguments := "Begin", []jen.Code{jen.Id("ctx"), gocode.Lit(s.StepName())}
	if loop, ok := p.loops[s.StepName()]; ok {
		begin, arguments = "BeginElement", append(arguments, jen.Id(loop.index))
	}
	return jen.Id(writes).Dot(begin).Call(arguments...)
}
