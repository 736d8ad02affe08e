package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// descriptor returns the method that describes the tool to the faces:
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
	var fields gocode.Fields
	fields.Set("Versions", p.versions())
	if p.tool.Writes {
		fields.Set("Writes", jen.True())
		fields.Set("Journal", p.runtime.Nact("BeginJournal"))
		fields.Set("DryRun", p.dryRun())
	}
	fields.SetLit("Additive", p.tool.Additive)
	fields.SetLit("Idempotent", p.tool.Idempotent)
	p.setReaders(&fields)
	if schemas := p.schemas(); len(schemas) > 0 {
		fields.Set("Schemas", p.code("map[string]string$1", gocode.Lines(schemas...)))
	}
	if p.tool.Withdrawn != nil {
		fields.Set("Withdrawn", p.withdrawal(p.tool.Withdrawn))
	}
	if p.tool.Access != nil {
		fields.Set("Access", p.access(p.tool))
	}
	invoke := p.invoke()
	if p.tool.NeedsCaller() {
		invoke = p.code("onbehalf.WithToken($1)", invoke)
	}
	fields.Set("Invoke", invoke)
	name := p.ids.Descriptor
	return p.code("$1\nfunc (s *Service) $2() nact.Tool {\nreturn nact.Tool$3\n}",
		gocode.Doc(name+" is "+p.ids.Method+" as the endpoints call it."), name, gocode.Lines(fields...))
}

// versions returns the signatures of all versions, oldest first.
func (p toolPrinter) versions() *jen.Statement {
	names := append(slices.Clone(p.ids.Older), p.ids.Signature)
	return p.code("[]nact.Signature$1", gocode.Elements(gocode.Each(names, jen.Id)))
}

// withdrawal returns &nact.Withdrawal{Since: time.Date(2026, time.November, 20, 0, 0, 0, 0, time.UTC)}.
func (p toolPrinter) withdrawal(w *plan.Withdrawal) *jen.Statement {
	var dates gocode.Fields
	if !w.Since.IsZero() {
		dates.Set("Since", gocode.Date(w.Since))
	}
	if !w.Sunset.IsZero() {
		dates.Set("Sunset", gocode.Date(w.Sunset))
	}
	return p.code("&nact.Withdrawal$1", gocode.Elements(dates))
}

// setReaders sets the functions that check what only some inputs have.
func (p toolPrinter) setReaders(fields *gocode.Fields) {
	for _, r := range []struct {
		field, function string
		needed          func(*nact.Input) bool
	}{
		{"Formats", "CheckFormat", func(in *nact.Input) bool { return in.Format != "" }},
		{"Patterns", "CheckPattern", func(in *nact.Input) bool { return in.Pattern != "" }},
		{"Numbers", "ReadNumber", func(in *nact.Input) bool { return in.Type == nact.Number }},
		{"Lists", "ReadList", func(in *nact.Input) bool { return in.Type == nact.List }},
	} {
		if p.anyInput(r.needed) {
			fields.Set(r.field, p.runtime.Nact(r.function))
		}
	}
}

// anyInput reports whether a condition holds for an input of a version of the tool, or for the elements of one.
func (p toolPrinter) anyInput(holds func(*nact.Input) bool) bool {
	return slices.ContainsFunc(append(p.tool.Older[:len(p.tool.Older):len(p.tool.Older)], p.tool.Signature), func(s nact.Signature) bool {
		return slices.ContainsFunc(s.Inputs, func(in nact.Input) bool { return holds(&in) || in.Items != nil && holds(in.Items) })
	})
}

func (p toolPrinter) schemas() []jen.Code {
	var list []jen.Code
	for _, out := range p.tool.Outputs {
		if out.Schema != "" {
			list = append(list, gocode.Lit(out.ID).Op(":").Add(gocode.Lit(out.Schema)))
		}
	}
	return list
}

// invoke returns the function that runs the tool for a face.
func (p toolPrinter) invoke() *jen.Statement {
	args, out := "args", "out"
	if len(p.tool.Inputs) == 0 {
		args = "_"
	}
	if len(p.tool.Outputs) == 0 {
		out = "_"
	}
	inputs := make([]jen.Code, len(p.tool.Inputs))
	for i, in := range p.tool.Inputs {
		inputs[i] = gocode.Keyed(p.ids.Inputs[in.ID], p.argument(in.Type, i))
	}
	call := p.code("$1, err := s.$2(ctx, $3$4)", out, p.ids.Method, p.ids.Input, gocode.Elements(inputs))
	return p.code(`func(ctx context.Context, $1 nact.Arguments) (nact.Results, error) {
		$2
		if err != nil {
			return nil, err
		}
		return nact.Results{$3}, nil
	}`, args, append(p.spelled(), call), jen.List(gocode.Each(p.tool.Outputs, p.result)...))
}

// spelled replaces the names that agents give for the values of enums by those values.
func (p toolPrinter) spelled() []jen.Code {
	var lines []jen.Code
	for i, in := range p.tool.Inputs {
		enum := in.Enum()
		if enum == nil || enum.Names == nil {
			continue
		}
		pairs := []jen.Code{jen.Id("args"), jen.Lit(i)}
		for at, name := range enum.Names {
			if name != enum.Values[at] {
				pairs = append(pairs, gocode.Lit(name), gocode.Lit(enum.Values[at]))
			}
		}
		lines = append(lines, jen.Id("args").Op("=").Add(p.runtime.Nact("Spelled")).Call(pairs...))
	}
	return lines
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

// accessors are the methods of the arguments that return the value of one.
var accessors = map[ir.Kind]string{ir.String: "String", ir.Int: "Int", ir.Double: "Float", ir.Bool: "Bool"}

// argument returns argument i as the type of its input: args.String(0), LookupWeatherByCityDay(args.String(1)).
func (p toolPrinter) argument(t *ir.Type, i int) *jen.Statement {
	plain := t
	if t.Kind == ir.Optional {
		plain = t.Elem
	}
	if plain.Kind == ir.List {
		return p.listArgument(t, plain.Elem, i)
	}
	accessor := lists.At(accessors, plain.Kind)
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

// listArgument returns argument i as a list: nact.ListOf[string](args, 0), nact.EnumsOf[FindBooksGenre](args, 0).
func (p toolPrinter) listArgument(t, elem *ir.Type, i int) *jen.Statement {
	function := "ListOf"
	if elem.Enum != nil {
		function = "EnumsOf"
	}
	if t.Kind == ir.Optional {
		function = "Opt" + function
	}
	return p.runtime.Nact(function).Types(p.types.Of(elem)).Call(jen.Id("args"), jen.Lit(i))
}
