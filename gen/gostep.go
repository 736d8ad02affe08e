package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// goStep adds the call of a function, and what its failure means:
//
//	price, err := nact.Returned(s.functions.QuotePrice(ctx, QuotePriceArgs{Kind: kind}))
//	if err != nil {
//		return out, nact.StepError("price", err)
//	}
func (p *runPrinter) goStep(s *plan.GoStep) {
	call := p.functionCall(s)
	if s.Timeout > 0 {
		call = p.limited(s, call)
	}
	if s.Function.Result.ByValue() && !s.Writes() {
		call = p.runtime.Nact("Returned").Call(call)
	}
	p.paragraph()
	p.body.Add(p.receiveResult(s, call))
	for _, rule := range s.OnError {
		p.errorRule(s.Name, rule)
	}
	p.body.Add(jen.If(jen.Err().Op("!=").Nil()).Block(
		p.give(p.runtime.Nact("StepError").Call(gocode.Lit(s.Name), jen.Err()))))
}

// functionCall returns the call of a step's function. One that writes is called by [flow.Change]:
//
//	flow.Change(writes.Begin(ctx, "record"), KeepRecordArgs{Slot: slot}, s.functions.KeepRecord)
func (p *runPrinter) functionCall(s *plan.GoStep) *jen.Statement {
	ids := p.names.VendorFunction(s.Function)
	function := jen.Id("s").Dot("functions").Dot(ids.Method)
	arguments := []jen.Code{p.context(s)}
	if ids.Args != "" {
		arguments = append(arguments, p.functionArgs(s))
	}
	if !s.Writes() {
		return function.Call(arguments...)
	}
	if ids.Args == "" {
		arguments = append(arguments, jen.Nil())
		function = p.withoutArgs(s, function)
	}
	change := "Change"
	if s.Function.Result.ByValue() {
		change = "ChangeStruct"
	}
	return p.runtime.Flow(change).Call(append(arguments, function)...)
}

// withoutArgs returns a function that has no arguments as one that is given some:
//
//	func(ctx context.Context, _ any) (bool, error) { return s.functions.RingBell(ctx) }
func (p *runPrinter) withoutArgs(s *plan.GoStep, function *jen.Statement) *jen.Statement {
	return jen.Func().Params(jen.Id("ctx").Qual("context", "Context"), jen.Id("_").Any()).
		Params(p.types.Of(s.Function.Result), jen.Error()).Block(jen.Return(function.Call(jen.Id("ctx"))))
}

// limited returns a call that has a time limit of its own:
//
//	flow.Within(ctx, 2*time.Second, func(ctx context.Context) (*QuotePriceResult, error) {
//		return ...
//	})
func (p *runPrinter) limited(s *plan.GoStep, call *jen.Statement) *jen.Statement {
	f := jen.Func().Params(jen.Id("ctx").Qual("context", "Context")).Params(p.types.Of(s.Function.Result), jen.Error()).Block(jen.Return(call))
	return p.runtime.Flow("Within").Call(jen.Id("ctx"), gocode.Duration(s.Timeout), f)
}

// receiveResult returns the assignment of what a function returns to the variable that an expression reads, if one does.
func (p *runPrinter) receiveResult(s *plan.GoStep, call *jen.Statement) *jen.Statement {
	name, op := p.roots.Bodies[s.Name], ":="
	if of := resultOf(s); p.held[of] {
		op = "="
	} else if p.reads[of] == 0 && !p.taken[of] {
		name, op = "_", "="
	}
	return jen.List(jen.Id(name), jen.Err()).Op(op).Add(call)
}

// functionArgs returns the struct of a function's arguments.
func (p *runPrinter) functionArgs(s *plan.GoStep) *jen.Statement {
	ids := p.names.VendorFunction(s.Function)
	fields := make([]jen.Code, len(s.Args))
	width := 0
	for i, arg := range s.Args {
		p.failIn(arg.Where)
		code := p.body.Value(arg.Value)
		if arg.Arg.Type.ByValue() {
			code = p.body.Structure(arg.Value)
		}
		fields[i] = gocode.Keyed(ids.Fields[arg.Arg], code)
		width += len(ids.Fields[arg.Arg]) + len(": , ") + goexpr.Width(arg.Value)
	}
	return jen.Id(ids.Args).Add(gocode.Fitted(fields, width))
}

// holdResult declares the variable of what a function returns, if something outside of a branch reads it.
func (p *runPrinter) holdResult(s *plan.GoStep, within reads) {
	if of := resultOf(s); p.reads.beyond(within, of) {
		p.declare(of, p.roots.Bodies[s.Name], func() jen.Code { return p.types.Of(s.Function.Result) })
	}
}

func resultOf(s *plan.GoStep) read { return read{ir.ResultRoot, s.Name} }
