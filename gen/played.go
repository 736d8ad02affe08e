package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// played returns
//
//	// played returns recorded results in the place of the vendor's functions.
//	type played struct{ functions *nacttest.Functions }
//
//	func (p played) QuotePrice(ctx context.Context, args QuotePriceArgs) (*QuotePriceResult, error) {
//		return nacttest.Called[*QuotePriceResult](p.functions, "quote_price", args)
//	}
func (p testPrinter) played() []jen.Code {
	decls := []jen.Code{
		gocode.Doc("played returns recorded results in the place of the vendor's functions.").Line().
			Type().Id("played").Struct(jen.Id("functions").Op("*").Add(p.runtime.Nacttest("Functions"))),
	}
	for _, f := range p.plan.Functions {
		args := jen.Struct().Values()
		if p.names.VendorFunction(f).Args != "" {
			args = jen.Id("args")
		}
		call := p.runtime.Nacttest("Called").Types(p.types.Of(f.Result)).Call(jen.Id("p").Dot("functions"), gocode.Lit(f.Name), args)
		decls = append(decls, jen.Func().Params(jen.Id("p").Id("played")).Add(p.functionMethod(f)).Block(jen.Return(call)))
	}
	return decls
}

// playedFunctions returns what an example has in the place of functions:
//
//	played{nacttest.NewFunctions(t,
//		nacttest.Return{Step: "price", Function: "quote_price", Result: `{"cents":4900}`},
//	)}
//
// In a call that ends in a failure, what runs at the same time may be called or not.
func (p testPrinter) playedFunctions(e *plan.Example) *jen.Statement {
	arguments := jen.Id("t")
	for _, r := range e.Returns {
		arguments.Op(",").Line().Add(p.runtime.Nacttest("Return").Values(returnFields(r, e.Failure != "")...))
	}
	if len(e.Returns) > 0 {
		arguments.Op(",").Line()
	}
	return jen.Id("played").Values(p.runtime.Nacttest("NewFunctions").Call(arguments))
}

func returnFields(r plan.Return, optional bool) []jen.Code {
	fields := []jen.Code{
		gocode.Keyed("Step", gocode.Lit(r.Step.Name)),
		gocode.Keyed("Function", gocode.Lit(r.Step.Function.Name)),
	}
	add := func(name, text string) {
		if text != "" {
			fields = append(fields, gocode.Keyed(name, gocode.Lit(text)))
		}
	}
	add("Args", r.Args)
	add("Result", r.Result)
	add("Fail", r.Fail)
	add("Detail", r.Detail)
	if optional {
		fields = append(fields, gocode.Keyed("Optional", jen.True()))
	}
	return fields
}
