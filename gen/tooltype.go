package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
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

// structs returns the types of what goes in and comes out.
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
	fields := make([]jen.Code, len(p.tool.Inputs))
	for i, in := range p.tool.Inputs {
		fields[i] = gocode.Member(jen.Id(p.ids.Inputs[in.ID]).Add(p.types.Of(in.Type)), p.tool.Signature.Inputs[i].Description)
	}
	name := p.ids.Input
	decls := []jen.Code{gocode.Doc(name + " is what an agent gives " + p.tool.Signature.Name + ".").Line().Type().Id(name).Struct(fields...)}
	for i, in := range p.tool.Inputs {
		if enum := in.Enum(); enum != nil {
			decls = append(decls, p.enumType(enum, "the input "+p.tool.Signature.Inputs[i].Name))
		}
	}
	return decls
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

// outputStruct returns the struct of a tool's outputs and the types of its enums:
//
//	// LookupWeatherByCityOutput is what lookup_weather_by_city answers.
//	type LookupWeatherByCityOutput struct {
//		TemperatureF int64 // The forecast temperature.
//	}
func (p toolPrinter) outputStruct() []jen.Code {
	fields := make([]jen.Code, len(p.tool.Outputs))
	for i, out := range p.tool.Outputs {
		fields[i] = gocode.Member(jen.Id(p.ids.Outputs[out.ID]).Add(p.types.Of(out.Value.Type())), p.tool.Signature.Outputs[i].Description)
	}
	name := p.ids.Output
	decls := []jen.Code{gocode.Doc(name + " is what " + p.tool.Signature.Name + " answers.").Line().Type().Id(name).Struct(fields...)}
	for i := range p.tool.Outputs {
		if enum := p.tool.OutputEnum(i); enum != nil {
			decls = append(decls, p.enumType(enum, "the output "+p.tool.Signature.Outputs[i].Name))
		}
	}
	return decls
}

// recordStruct returns
//
//	// ListActiveAlertsByStateAlert is an object that list_active_alerts_by_state makes.
//	type ListActiveAlertsByStateAlert struct {
//		Event string `json:"event"`
//	}
func (p *pkg) recordStruct(object *ir.ObjectType, text string) []jen.Code {
	fields := make([]jsonField, len(object.Fields()))
	for i, f := range object.Fields() {
		fields[i] = p.jsonField(f)
	}
	name := p.names.Struct(object)
	return jsonStruct(name+" "+text+".", name, fields)
}
