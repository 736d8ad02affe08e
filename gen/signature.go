package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/compat"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// signature returns the current version of a tool as data:
//
//	// lookupWeatherByCitySignature is lookup_weather_by_city as agents see it.
//	func lookupWeatherByCitySignature() nact.Signature {
//		return nact.Signature{
//			ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
//			...
//		}
//	}
func (g *generator) signature(t *plan.Tool) *jen.Statement {
	name := g.names.signature(t)
	return g.signatureFunc(name, name+" is "+t.Name+" as agents see it.", t.Signature)
}

func (g *generator) signatureFunc(name, text string, s compat.Signature) *jen.Statement {
	return doc(text).Line().Func().Id(name).Params().Add(g.nact("Signature")).
		Block(jen.Return(g.nact("Signature").Add(lines(g.signatureFields(s)...))))
}

func (g *generator) signatureFields(s compat.Signature) []jen.Code {
	fields := []jen.Code{keyed("ToolID", lit(s.ToolID)), keyed("Name", lit(s.Name)), keyed("Description", lit(s.Description))}
	if s.Img != "" {
		fields = append(fields, keyed("Img", lit(s.Img)))
	}
	fields = append(fields, keyed("Version", lit(s.Version)))
	if len(s.Tags) > 0 {
		fields = append(fields, keyed("Tags", stringsLit(s.Tags)))
	}
	if len(s.Inputs) > 0 {
		inputs := make([]jen.Code, len(s.Inputs))
		for i, in := range s.Inputs {
			inputs[i] = g.signatureInput(in)
		}
		fields = append(fields, keyed("Inputs", jen.Index().Add(g.nact("Input")).Add(lines(inputs...))))
	}
	own, failures := s.SplitFailures()
	if len(own) > 0 {
		outputs := make([]jen.Code, len(own))
		for i, out := range own {
			outputs[i] = g.signatureOutput(out)
		}
		fields = append(fields, keyed("Outputs", jen.Index().Add(g.nact("Output")).Add(lines(outputs...))))
	}
	if len(failures) > 0 {
		fields = append(fields, keyed("Failures", g.allowedValues(failures)))
	}
	return fields
}

// signatureInput returns {ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 120}, in
// several lines if there are allowed values. What is not written means the same as in a manifest.
func (g *generator) signatureInput(in compat.Input) *jen.Statement {
	fields := []jen.Code{
		keyed("ID", lit(in.ID)), keyed("Name", lit(in.Name)), keyed("Type", g.parameterType(in.Type)), keyed("Description", lit(in.Description)),
	}
	if in.Optional {
		fields = append(fields, keyed("Optional", jen.True()))
	}
	if in.Min != nil {
		fields = append(fields, keyed("Min", g.nact("Limit").Call(lit(*in.Min))))
	}
	if in.Max != nil && *in.Max != compat.DefaultMax {
		fields = append(fields, keyed("Max", g.nact("Limit").Call(lit(*in.Max))))
	}
	if in.MaxLength > 0 {
		fields = append(fields, keyed("MaxLength", lit(in.MaxLength)))
	}
	if in.Format != "" {
		fields = append(fields, keyed("Format", lit(in.Format)))
	}
	if in.Default != nil {
		fields = append(fields, keyed("Default", anyLit(in.Default)))
	}
	if len(in.Examples) > 0 {
		examples := make([]jen.Code, len(in.Examples))
		for i, e := range in.Examples {
			examples[i] = anyLit(e)
		}
		fields = append(fields, keyed("Examples", jen.Index().Any().Values(examples...)))
	}
	if len(in.AllowedValues) == 0 {
		return inline(fields...)
	}
	return lines(append(fields, keyed("AllowedValues", g.allowedValues(in.AllowedValues)))...)
}

func (g *generator) signatureOutput(out compat.Output) *jen.Statement {
	fields := []jen.Code{
		keyed("ID", lit(out.ID)), keyed("Name", lit(out.Name)), keyed("Type", g.parameterType(out.Type)), keyed("Description", lit(out.Description)),
	}
	if len(out.AllowedValues) == 0 {
		return inline(fields...)
	}
	return lines(append(fields, keyed("AllowedValues", g.allowedValues(out.AllowedValues)))...)
}

// parameterType returns nact's name for a type as N-ACT spells it.
func (g *generator) parameterType(kind string) *jen.Statement {
	constants := map[string]string{"string": "String", "int": "Int", "boolean": "Boolean", "enum": "Enum", "json": "JSON"}
	return g.nact(constants[kind])
}

// allowedValues returns
//
//	[]nact.AllowedValue{
//		{Name: "TODAY", Description: "The rest of today."},
//	}
func (g *generator) allowedValues(values []compat.AllowedValue) *jen.Statement {
	elems := make([]jen.Code, len(values))
	for i, v := range values {
		elems[i] = inline(keyed("Name", lit(v.Name)), keyed("Description", lit(v.Description)))
	}
	return jen.Index().Add(g.nact("AllowedValue")).Add(lines(elems...))
}
