package gen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// toolPrinter prints what the file of a tool has beside its expressions.
type toolPrinter struct {
	*pkg
	tool *plan.Tool
	ids  naming.Tool
}

func newToolPrinter(p *pkg, t *plan.Tool) toolPrinter {
	return toolPrinter{pkg: p, tool: t, ids: p.names.Tool(t)}
}

// file returns the file of the tool: what goes in and comes out, the function that runs its steps, the functions of its
// longer expressions, and its signature.
func (p toolPrinter) file() *jen.File {
	t := p.tool
	expressions := p.expressions().NewFile(goexpr.Owner{
		Name: t.Signature.Name, Prefix: p.ids.Method, InputType: p.ids.Input, Inputs: p.ids.Inputs, MaxWork: t.MaxWork,
	}, t.Functions)
	run := runPrinter{p.pkg, t, p.ids}.method(expressions)
	functions := gocode.Each(t.Functions, expressions.Function)
	f := p.files.New()
	gocode.Add(f, p.structs()...)
	gocode.Add(f, expressions.Variables()...)
	gocode.Add(f, run)
	gocode.Add(f, functions...)
	gocode.Add(f, p.descriptor(), p.signature())
	return f
}

// olderFile returns the file of a tool's older versions: a variable for each, as for the current one.
func (p toolPrinter) olderFile() *jen.File {
	f := p.files.New()
	for i, s := range p.tool.Older {
		name := p.ids.Older[i]
		gocode.Add(f, p.signatureVar(name, name+" is version "+strconv.Itoa(s.Version)+" of "+p.tool.Signature.Name+" as agents see it. It is published, so it never changes.", s))
	}
	return f
}

func (p toolPrinter) structs() []jen.Code {
	decls := append(p.inputStruct(), p.outputStruct()...)
	for _, object := range p.ids.Records {
		decls = append(decls, p.recordStruct(object, "is an object that "+p.tool.Signature.Name+" makes")...)
	}
	return decls
}

// inputStruct returns the struct of a tool's inputs and the types of its enums:
//
//	// LookupWeatherByCityInput is what an agent gives lookup_weather_by_city.
//	type LookupWeatherByCityInput struct {
//		City string                 // The city.
//		Day  LookupWeatherByCityDay // Which part of the forecast to answer.
//	}
func (p toolPrinter) inputStruct() []jen.Code {
	var fields, enums []jen.Code
	for i, in := range p.tool.Inputs {
		described := p.tool.Signature.Inputs[i]
		fields = append(fields, gocode.Member(jen.Id(p.ids.Inputs[in.ID]).Add(p.types.Of(in.Type)), described.Description))
		if enum := in.Enum(); enum != nil {
			enums = append(enums, p.enumType(enum, "the input "+described.Name))
		}
	}
	return append([]jen.Code{structType(p.ids.Input, "an agent gives "+p.tool.Signature.Name, fields)}, enums...)
}

// outputStruct returns the struct of a tool's outputs and the types of its enums.
func (p toolPrinter) outputStruct() []jen.Code {
	var fields, enums []jen.Code
	for i, out := range p.tool.Outputs {
		described := p.tool.Signature.Outputs[i]
		fields = append(fields, gocode.Member(jen.Id(p.ids.Outputs[out.ID]).Add(p.types.Of(out.Value.Type())), described.Description))
		if enum := p.tool.OutputEnum(i); enum != nil {
			enums = append(enums, p.enumType(enum, "the output "+described.Name))
		}
	}
	return append([]jen.Code{structType(p.ids.Output, p.tool.Signature.Name+" answers", fields)}, enums...)
}

func structType(name, what string, fields []jen.Code) *jen.Statement {
	return gocode.Doc(name + " is what " + what + ".").Line().Type().Id(name).Struct(fields...)
}

// enumType returns
//
//	// LookupWeatherByCityDay is a value of the input Day: TODAY or TOMORROW.
//	type LookupWeatherByCityDay string
//
// The signature says what the values mean.
func (p toolPrinter) enumType(enum *ir.Enum, of string) *jen.Statement {
	const most = 8
	name := p.names.Enum(enum)
	text := name + " is a value of " + of
	if len(enum.Values) <= most {
		text += ": " + gocode.Alternatives(enum.Values)
	}
	return gocode.Doc(text + ".").Line().Type().Id(name).String()
}

// recordStruct returns the struct of an object that the manifest spells out, as JSON encodes it. text is what follows its name in its comment.
func (p *pkg) recordStruct(object *ir.ObjectType, text string) []jen.Code {
	fields := make([]jsonField, len(object.Fields()))
	for i, f := range object.Fields() {
		fields[i] = p.jsonField(f)
	}
	name := p.names.Struct(object)
	return p.jsonStruct(name+" "+text+".", name, fields)
}
