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
	ids := p.names.VendorFunction(s.Function)
	arguments := []jen.Code{p.context(s)}
	if ids.Args != "" {
		arguments = append(arguments, p.functionArgs(s))
	}
	call := jen.Id("s").Dot("functions").Dot(ids.Method).Call(arguments...)
	if s.Timeout > 0 {
		call = p.limited(s, call)
	}
	if s.Function.Result.ByValue() {
		call = p.runtime.Nact("Returned").Call(call)
	}
	p.paragraph()
	p.body.Add(p.receiveResult(s, call))
	if s.Writes() {
		p.body.Add(jen.Id(writes).Dot("Returned").Call(jen.Err()))
	}
	for _, rule := range s.OnError {
		p.errorRule(s.Name, rule)
	}
	p.body.Add(jen.If(jen.Err().Op("!=").Nil()).Block(
		p.give(p.runtime.Nact("StepError").Call(gocode.Lit(s.Name), jen.Err()))))
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
