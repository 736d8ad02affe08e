package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/nact"
)

// signature returns the current version of a tool as data:
//
//	// lookupWeatherByCitySignature is lookup_weather_by_city as agents see it.
//	var lookupWeatherByCitySignature = nact.Signature{
//		ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
//		...
//	}
//
// A variable, because the compiler lays it out: a service of many tools need not put them together when it starts.
func (p toolPrinter) signature() *jen.Statement {
	name := p.ids.Signature
	return p.signatureVar(name, name+" is "+p.tool.Signature.Name+" as agents see it.", p.tool.Signature)
}

func (p toolPrinter) signatureVar(name, text string, s nact.Signature) *jen.Statement {
	return gocode.Doc(text).Line().Var().Id(name).Op("=").Add(p.runtime.Nact("Signature")).Add(gocode.Lines(p.signatureFields(s)...))
}

func (p toolPrinter) signatureFields(s nact.Signature) []jen.Code {
	fields := []jen.Code{gocode.Keyed("ToolID", gocode.Lit(s.ToolID)), gocode.Keyed("Name", gocode.Lit(s.Name)), gocode.Keyed("Description", gocode.Lit(s.Description))}
	if s.Img != "" {
		fields = append(fields, gocode.Keyed("Img", gocode.Lit(s.Img)))
	}
	fields = append(fields, gocode.Keyed("Version", gocode.Lit(s.Version)))
	if len(s.Tags) > 0 {
		fields = append(fields, gocode.Keyed("Tags", gocode.Strings(s.Tags)))
	}
	if len(s.Inputs) > 0 {
		inputs := make([]jen.Code, len(s.Inputs))
		for i, in := range s.Inputs {
			inputs[i] = p.signatureInput(in)
		}
		fields = append(fields, gocode.Keyed("Inputs", jen.Index().Add(p.runtime.Nact("Input")).Add(gocode.Lines(inputs...))))
	}
	if len(s.Outputs) > 0 {
		outputs := make([]jen.Code, len(s.Outputs))
		for i, out := range s.Outputs {
			outputs[i] = p.signatureOutput(out)
		}
		fields = append(fields, gocode.Keyed("Outputs", jen.Index().Add(p.runtime.Nact("Output")).Add(gocode.Lines(outputs...))))
	}
	if len(s.Failures) > 0 {
		fields = append(fields, gocode.Keyed("Failures", p.allowedValues(s.Failures)))
	}
	return fields
}

// signatureInput returns {ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 120}, with
// allowed values on lines of their own. What is not written means the same as in a manifest.
func (p toolPrinter) signatureInput(in nact.Input) *jen.Statement {
	fields := []jen.Code{
		gocode.Keyed("ID", gocode.Lit(in.ID)), gocode.Keyed("Name", gocode.Lit(in.Name)), gocode.Keyed("Type", p.parameterType(in.Type)), gocode.Keyed("Description", gocode.Lit(in.Description)),
	}
	if in.Optional {
		fields = append(fields, gocode.Keyed("Optional", jen.True()))
	}
	if in.Min != nil {
		fields = append(fields, gocode.Keyed("Min", p.runtime.Nact("Limit").Call(gocode.Lit(*in.Min))))
	}
	if in.Max != nil && *in.Max != nact.DefaultMax {
		fields = append(fields, gocode.Keyed("Max", p.runtime.Nact("Limit").Call(gocode.Lit(*in.Max))))
	}
	if in.MaxLength > 0 {
		fields = append(fields, gocode.Keyed("MaxLength", gocode.Lit(in.MaxLength)))
	}
	if in.Format != "" {
		fields = append(fields, gocode.Keyed("Format", gocode.Lit(in.Format)))
	}
	if in.Default != nil {
		fields = append(fields, gocode.Keyed("Default", gocode.AnyLit(in.Default)))
	}
	if len(in.Examples) > 0 {
		examples := make([]jen.Code, len(in.Examples))
		for i, e := range in.Examples {
			examples[i] = gocode.AnyLit(e)
		}
		fields = append(fields, gocode.Keyed("Examples", jen.Index().Any().Values(examples...)))
	}
	if len(in.AllowedValues) == 0 {
		return gocode.Inline(fields...)
	}
	return gocode.Inline(append(fields, gocode.Keyed("AllowedValues", p.allowedValues(in.AllowedValues)))...)
}

func (p toolPrinter) signatureOutput(out nact.Output) *jen.Statement {
	fields := []jen.Code{
		gocode.Keyed("ID", gocode.Lit(out.ID)), gocode.Keyed("Name", gocode.Lit(out.Name)), gocode.Keyed("Type", p.parameterType(out.Type)), gocode.Keyed("Description", gocode.Lit(out.Description)),
	}
	if len(out.AllowedValues) == 0 {
		return gocode.Inline(fields...)
	}
	return gocode.Inline(append(fields, gocode.Keyed("AllowedValues", p.allowedValues(out.AllowedValues)))...)
}

// parameterType returns nact's name for a type as N-ACT spells it.
func (p toolPrinter) parameterType(t nact.Type) *jen.Statement {
	constants := map[nact.Type]string{nact.String: "String", nact.Int: "Int", nact.Boolean: "Boolean", nact.Enum: "Enum", nact.JSON: "JSON"}
	return p.runtime.Nact(constants[t])
}

// allowedValues returns
//
//	[]nact.AllowedValue{
//		{Name: "TODAY", Description: "The rest of today."},
//	}
func (p toolPrinter) allowedValues(values []nact.AllowedValue) *jen.Statement {
	elems := make([]jen.Code, len(values))
	for i, v := range values {
		elems[i] = gocode.Inline(gocode.Keyed("Name", gocode.Lit(v.Name)), gocode.Keyed("Description", gocode.Lit(v.Description)))
	}
	return jen.Index().Add(p.runtime.Nact("AllowedValue")).Add(gocode.Lines(elems...))
}
