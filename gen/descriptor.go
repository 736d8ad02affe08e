package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// descriptor returns
//
//	// lookupWeatherByCityTool is LookupWeatherByCity as the endpoints call it.
//	func (s *Service) lookupWeatherByCityTool() nact.Tool {
//		return nact.Tool{
//			Versions: []nact.Signature{lookupWeatherByCitySignatureV1, lookupWeatherByCitySignature},
//			Invoke: func(ctx context.Context, args nact.Arguments) (nact.Results, error) {
//				out, err := s.LookupWeatherByCity(ctx, LookupWeatherByCityInput{
//					City: args.String(0),
//				})
//				if err != nil {
//					return nil, err
//				}
//				return nact.Results{out.TemperatureF}, nil
//			},
//		}
//	}
func (p toolPrinter) descriptor() *jen.Statement {
	args := "args"
	if len(p.tool.Inputs) == 0 {
		args = "_"
	}
	invoke := jen.Func().
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id(args).Add(p.runtime.Nact("Arguments"))).
		Params(p.runtime.Nact("Results"), jen.Error()).
		Block(p.invoke()...)
	fields := []jen.Code{gocode.Keyed("Versions", p.versions())}
	if p.tool.Writes {
		fields = append(fields, gocode.Keyed("Writes", jen.True()), gocode.Keyed("Journal", p.runtime.Nact("BeginJournal")), gocode.Keyed("DryRun", p.dryRun()))
	}
	if p.tool.Additive {
		fields = append(fields, gocode.Keyed("Additive", jen.True()))
	}
	if p.tool.Idempotent {
		fields = append(fields, gocode.Keyed("Idempotent", jen.True()))
	}
	if p.hasFormats() {
		fields = append(fields, gocode.Keyed("Formats", p.runtime.Nact("CheckFormat")))
	}
	if schemas := p.schemas(); len(schemas) > 0 {
		fields = append(fields, gocode.Keyed("Schemas", jen.Map(jen.String()).String().Add(gocode.Lines(schemas...))))
	}
	if p.tool.Withdrawn != nil {
		fields = append(fields, gocode.Keyed("Withdrawn", p.withdrawal(p.tool.Withdrawn)))
	}
	fields = append(fields, gocode.Keyed("Invoke", invoke))
	name := p.ids.Descriptor
	return gocode.Doc(name + " is " + p.ids.Method + " as the endpoints call it.").Line().
		Func().Params(jen.Id("s").Op("*").Id("Service")).Id(name).Params().Add(p.runtime.Nact("Tool")).
		Block(jen.Return(p.runtime.Nact("Tool").Add(gocode.Lines(fields...))))
}

// hasFormats reports whether an input of a version of the tool has a format.
func (p toolPrinter) hasFormats() bool {
	return slices.ContainsFunc(append(p.tool.Older[:len(p.tool.Older):len(p.tool.Older)], p.tool.Signature), func(s nact.Signature) bool {
		return slices.ContainsFunc(s.Inputs, func(in nact.Input) bool { return in.Format != "" })
	})
}

// schemas returns the schemas of json outputs, by their IDs.
func (p toolPrinter) schemas() []jen.Code {
	var list []jen.Code
	for _, out := range p.tool.Outputs {
		if out.Schema != "" {
			list = append(list, gocode.Lit(out.ID).Op(":").Add(gocode.Lit(out.Schema)))
		}
	}
	return list
}

func (p toolPrinter) invoke() []jen.Code {
	inputs := make([]jen.Code, len(p.tool.Inputs))
	for i, in := range p.tool.Inputs {
		inputs[i] = gocode.Keyed(p.ids.Inputs[in.ID], p.argument(in.Type, i))
	}
	outputs := make([]jen.Code, len(p.tool.Outputs))
	for i, out := range p.tool.Outputs {
		outputs[i] = p.result(out)
	}
	out := "out"
	if len(outputs) == 0 {
		out = "_"
	}
	call := jen.Id("s").Dot(p.ids.Method).Call(jen.Id("ctx"), jen.Id(p.ids.Input).Add(gocode.Elements(inputs)))
	return []jen.Code{
		jen.List(jen.Id(out), jen.Err()).Op(":=").Add(call),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(p.runtime.Nact("Results").Values(outputs...), jen.Nil()),
	}
}

// result returns an output as the endpoints take it: out.TemperatureF, string(out.State).
func (p toolPrinter) result(out *plan.Output) *jen.Statement {
	field := jen.Id("out").Dot(p.ids.Outputs[out.ID])
	switch {
	case out.Enum() == nil:
		return field
	case out.Value.Type().Kind == ir.Optional:
		text := gocode.Keyed("Value", jen.String().Call(field.Clone().Dot("Value")))
		return p.types.Of(ir.OptionalOf(ir.StringType)).Values(text, gocode.Keyed("Has", field.Clone().Dot("Has")))
	}
	return jen.String().Call(field)
}

// argument returns argument i as the type of its input: args.String(0), LookupWeatherByCityDay(args.String(1)).
func (p toolPrinter) argument(t *ir.Type, i int) *jen.Statement {
	plain := t
	if t.Kind == ir.Optional {
		plain = t.Elem
	}
	accessor := map[ir.Kind]string{ir.String: "String", ir.Int: "Int", ir.Bool: "Bool"}[plain.Kind]
	if t.Kind == ir.Optional {
		accessor = "Opt" + accessor
	}
	value := jen.Id("args").Dot(accessor).Call(jen.Lit(i))
	switch {
	case plain.Enum == nil:
		return value
	case t.Kind == ir.Optional:
		converted := jen.Id(p.names.Enum(plain.Enum)).Call(value.Clone().Dot("Value"))
		return p.types.Of(t).Values(gocode.Keyed("Value", converted), gocode.Keyed("Has", value.Clone().Dot("Has")))
	}
	return jen.Id(p.names.Enum(plain.Enum)).Call(value)
}
