package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// goStepPrinter prints the call of a function, and what its failure means.
type goStepPrinter struct {
	block
	step      *plan.GoStep
	variables plan.Variables
}

// print adds
//
//	price, err := nact.Returned(s.functions.QuotePrice(ctx, QuotePriceArgs{Kind: kind}))
//	if err != nil {
//		return out, nact.StepError("price", err)
//	}
func (p goStepPrinter) print() {
	if p.step.Part() != nil {
		p.use()
		return
	}
	call := p.call()
	if p.step.Timeout > 0 {
		call = p.limited(call)
	}
	if p.step.Function.Result.ByValue() && !p.step.Writes() {
		call = p.runtime.Nact("Returned").Call(call)
	}
	p.paragraph()
	result := p.variables.Binding(plan.FunctionResult)
	p.body.Add(jen.List(p.target(result), jen.Err()).Op(assignment(result)).Add(call))
	p.errorRules(p.step.OnError, p.variables)
	p.stepFailed(p.step.Name)
}

// call returns the call of a step's function. One that writes is called by [flow.Change]:
//
//	flow.Change(writes.Begin(ctx, "record"), KeepRecordArgs{Slot: slot}, s.functions.KeepRecord)
func (p goStepPrinter) call() *jen.Statement {
	ids := p.names.VendorFunction(p.step.Function)
	function := p.code("s.functions.$1", ids.Method)
	arguments := []jen.Code{p.context(p.step, p.variables)}
	if ids.Args != "" {
		arguments = append(arguments, p.structOf(ids.Args, func(arg *plan.FunctionArg) string { return ids.Fields[arg] }))
	}
	if !p.step.Writes() {
		return function.Call(arguments...)
	}
	if ids.Args == "" {
		arguments = append(arguments, jen.Nil())
		// ChangeStruct and Change call a function that has arguments
		function = p.code("func(ctx context.Context, _ any) ($1, error) {\nreturn $2(ctx)\n}", p.types.Of(p.step.Function.Result), function)
	}
	change := "Change"
	if p.step.Function.Result.ByValue() {
		change = "ChangeStruct"
	}
	return p.code("flow.$1($2)", change, jen.List(append(arguments, function)...))
}

// limited returns a call that has a time limit of its own.
func (p goStepPrinter) limited(call *jen.Statement) *jen.Statement {
	return p.code("flow.Within(ctx, $1, func(ctx context.Context) ($2, error) {\nreturn $3\n})",
		gocode.Duration(p.step.Timeout), p.types.Of(p.step.Function.Result), call)
}

// structOf returns the struct of what the step passes, whose fields are named by field.
func (p goStepPrinter) structOf(name string, field func(*plan.FunctionArg) string) *jen.Statement {
	var fields gocode.FittedFields
	for _, arg := range p.step.Args {
		p.failIn(arg.Where)
		code := p.body.Value(arg.Value)
		if arg.Arg.Type.ByValue() {
			code = p.body.Structure(arg.Value)
		}
		fields.Add(field(arg.Arg), code, goexpr.Width(arg.Value))
	}
	return jen.Id(name).Add(fields.Literal())
}
