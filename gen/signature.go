package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/nact"
)

// signature returns the variable of the current version of a tool:
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

// signatureVar returns the variable of a version. text is its comment.
func (p toolPrinter) signatureVar(name, text string, s nact.Signature) *jen.Statement {
	var fields gocode.Fields
	fields.Set("ToolID", gocode.Lit(s.ToolID))
	fields.Set("Name", gocode.Lit(s.Name))
	fields.Set("Description", gocode.Lit(s.Description))
	fields.SetLit("Img", s.Img)
	fields.Set("Version", gocode.Lit(s.Version))
	if len(s.Tags) > 0 {
		fields.Set("Tags", gocode.Strings(s.Tags))
	}
	if len(s.Inputs) > 0 {
		fields.Set("Inputs", p.code("[]nact.Input$1", gocode.Lines(gocode.Each(s.Inputs, p.signatureInput)...)))
	}
	if len(s.Outputs) > 0 {
		fields.Set("Outputs", p.code("[]nact.Output$1", gocode.Lines(gocode.Each(s.Outputs, p.signatureOutput)...)))
	}
	p.setAllowedValues(&fields, "Failures", s.Failures)
	return p.code("$1\nvar $2 = nact.Signature$3", gocode.Doc(text), name, gocode.Lines(fields...))
}

// signatureInput returns {ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 120}, with
// allowed values on lines of their own. What is not written means the same as in a manifest.
func (p toolPrinter) signatureInput(in nact.Input) jen.Code {
	fields := p.parameter(in.ID, in.Name, in.Type, in.Description)
	fields.SetLit("Optional", in.Optional)
	p.setLimits(&fields, &in)
	if in.Items != nil {
		items := gocode.Fields{gocode.Keyed("Type", p.runtime.Nact(types[in.Items.Type]))}
		p.setLimits(&items, in.Items)
		p.setAllowedValues(&items, "AllowedValues", in.Items.AllowedValues)
		fields.Set("Items", p.code("&nact.Input$1", jen.Values(items...)))
	}
	fields.SetLit("MinItems", in.MinItems)
	fields.SetLit("MaxItems", in.MaxItems)
	fields.SetLit("Unique", in.Unique)
	if in.Default != nil {
		fields.Set("Default", gocode.AnyLit(in.Default))
	}
	if len(in.Examples) > 0 {
		fields.Set("Examples", jen.Index().Any().Values(gocode.Each(in.Examples, gocode.AnyLit)...))
	}
	p.setAllowedValues(&fields, "AllowedValues", in.AllowedValues)
	return jen.Values(fields...)
}

// setLimits sets what an input, or an element of a list, may be beyond its type.
func (p toolPrinter) setLimits(fields *gocode.Fields, in *nact.Input) {
	if in.Min != nil {
		fields.Set("Min", p.code("nact.Limit($1)", gocode.Lit(*in.Min)))
	}
	if in.Max != nil && *in.Max != nact.DefaultMax {
		fields.Set("Max", p.code("nact.Limit($1)", gocode.Lit(*in.Max)))
	}
	p.setBound(fields, "Least", in.Least)
	p.setBound(fields, "Most", in.Most)
	fields.SetLit("Decimals", in.Decimals)
	fields.SetLit("MinLength", in.MinLength)
	fields.SetLit("MaxLength", in.MaxLength)
	fields.SetLit("Pattern", in.Pattern)
	fields.SetLit("Format", in.Format)
}

// setBound sets a field to a bound of a number, if there is one.
func (p toolPrinter) setBound(fields *gocode.Fields, name string, bound *float64) {
	if bound != nil {
		fields.Set(name, p.code("nact.Bound($1)", gocode.Lit(*bound)))
	}
}

func (p toolPrinter) signatureOutput(out nact.Output) jen.Code {
	fields := p.parameter(out.ID, out.Name, out.Type, out.Description)
	p.setAllowedValues(&fields, "AllowedValues", out.AllowedValues)
	return jen.Values(fields...)
}

// types are what the run-time library calls the types.
var types = map[nact.Type]string{
	nact.String: "String", nact.Int: "Int", nact.Number: "Number", nact.Boolean: "Boolean", nact.Enum: "Enum", nact.List: "List", nact.JSON: "JSON",
}

// parameter returns the fields that inputs and outputs have in common.
func (p toolPrinter) parameter(id, name string, t nact.Type, description string) (fields gocode.Fields) {
	fields.Set("ID", gocode.Lit(id))
	fields.Set("Name", gocode.Lit(name))
	fields.Set("Type", p.runtime.Nact(types[t]))
	fields.Set("Description", gocode.Lit(description))
	return fields
}

// setAllowedValues sets a field to a list of values, if there are any:
//
//	AllowedValues: []nact.AllowedValue{
//		{Name: "TODAY", Description: "The rest of today."},
//	}
func (p toolPrinter) setAllowedValues(fields *gocode.Fields, name string, values []nact.AllowedValue) {
	if len(values) > 0 {
		fields.Set(name, p.code("[]nact.AllowedValue$1", gocode.Lines(gocode.Each(values, func(v nact.AllowedValue) jen.Code {
			return p.code("{Name: $1, Description: $2}", gocode.Lit(v.Name), gocode.Lit(v.Description))
		})...)))
	}
}
