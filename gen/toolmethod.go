package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// toolMethod returns
//
//	// lookupWeatherByCityTool is LookupWeatherByCity as the endpoints call it.
//	func (s *Service) lookupWeatherByCityTool() nact.Tool {
//		return nact.Tool{
//			Versions: []nact.Signature{lookupWeatherByCitySignatureV1(), lookupWeatherByCitySignature()},
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
func (g *generator) toolMethod(t *plan.Tool) []jen.Code {
	args := "args"
	if len(t.Inputs) == 0 {
		args = "_"
	}
	invoke := jen.Func().
		Params(jen.Id("ctx").Qual("context", "Context"), jen.Id(args).Add(g.nact("Arguments"))).
		Params(g.nact("Results"), jen.Error()).
		Block(g.invoke(t)...)
	fields := []jen.Code{keyed("Versions", g.versions(t))}
	if t.Writes {
		fields = append(fields, keyed("Writes", jen.True()))
	}
	if t.Withdrawn != nil {
		fields = append(fields, keyed("Withdrawn", g.withdrawal(t.Withdrawn)))
	}
	fields = append(fields, keyed("Invoke", invoke))
	name := g.names.toolMethod(t)
	return []jen.Code{
		doc(name + " is " + g.names.tool(t) + " as the endpoints call it.").Line().
			Func().Params(jen.Id("s").Op("*").Id("Service")).Id(name).Params().Add(g.nact("Tool")).
			Block(jen.Return(g.nact("Tool").Add(lines(fields...)))),
	}
}

func (g *generator) invoke(t *plan.Tool) []jen.Code {
	inputs := make([]jen.Code, len(t.Inputs))
	for i, in := range t.Inputs {
		inputs[i] = keyed(g.names.input(t, in), g.argument(in.Type, i))
	}
	outputs := make([]jen.Code, len(t.Outputs))
	for i, out := range t.Outputs {
		outputs[i] = jen.Id("out").Dot(g.names.output(t, out))
	}
	out := "out"
	if len(outputs) == 0 {
		out = "_"
	}
	call := jen.Id("s").Dot(g.names.tool(t)).Call(jen.Id("ctx"), jen.Id(g.names.inputType(t)).Add(elements(inputs)))
	return []jen.Code{
		jen.List(jen.Id(out), jen.Err()).Op(":=").Add(call),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.Return(g.nact("Results").Values(outputs...), jen.Nil()),
	}
}

// elements puts the elements of a composite literal on one line if there are few.
func elements(elems []jen.Code) *jen.Statement {
	const few = 2
	if len(elems) <= few {
		return inline(elems...)
	}
	return lines(elems...)
}

// argument returns argument i as the type of its input: args.String(0), LookupWeatherByCityDay(args.String(1)).
func (g *generator) argument(t *ir.Type, i int) *jen.Statement {
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
		converted := jen.Id(g.names.enumType(plain.Enum)).Call(value.Clone().Dot("Value"))
		return g.goType(t).Values(keyed("Value", converted), keyed("Has", value.Clone().Dot("Has")))
	}
	return jen.Id(g.names.enumType(plain.Enum)).Call(value)
}
