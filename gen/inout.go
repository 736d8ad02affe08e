package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// inputStruct returns the struct of a tool's inputs and the types of its enums:
//
//	// LookupWeatherByCityInput is what an agent gives lookup_weather_by_city.
//	type LookupWeatherByCityInput struct {
//		City string                 // The city.
//		Day  LookupWeatherByCityDay // Which part of the forecast to answer.
//	}
func (g *generator) inputStruct(t *plan.Tool) []jen.Code {
	fields := make([]jen.Code, len(t.Inputs))
	for i, in := range t.Inputs {
		fields[i] = member(jen.Id(g.names.input(t, in)).Add(g.goType(in.Type)), in.Description)
	}
	name := g.names.inputType(t)
	decls := []jen.Code{doc(name + " is what an agent gives " + t.Name + ".").Line().Type().Id(name).Struct(fields...)}
	for _, in := range t.Inputs {
		if enum := enumOf(in.Type); enum != nil {
			decls = append(decls, g.enumDecls(in, enum)...)
		}
	}
	return decls
}

// enumDecls returns
//
//	// LookupWeatherByCityDay is a value of the input Day.
//	type LookupWeatherByCityDay string
//
//	// The values of LookupWeatherByCityDay.
//	const (
//		LookupWeatherByCityDayToday LookupWeatherByCityDay = "TODAY" // The rest of today.
//	)
func (g *generator) enumDecls(in *plan.Input, enum *ir.Enum) []jen.Code {
	name := g.names.enumType(enum)
	descriptions := map[string]string{}
	for _, v := range in.Values {
		descriptions[v.Name] = v.Description
	}
	constants := make([]jen.Code, len(enum.Values))
	for i, value := range enum.Values {
		constant := jen.Id(g.names.enumConst(enum, value)).Id(name).Op("=").Lit(value)
		constants[i] = member(constant, descriptions[value])
	}
	return []jen.Code{
		doc(name + " is a value of the input " + in.Name + ".").Line().Type().Id(name).String(),
		doc("The values of " + name + ".").Line().Const().Defs(constants...),
	}
}

// outputStruct returns
//
//	// LookupWeatherByCityOutput is what lookup_weather_by_city answers.
//	type LookupWeatherByCityOutput struct {
//		TemperatureF int64 // The forecast temperature.
//	}
func (g *generator) outputStruct(t *plan.Tool) []jen.Code {
	fields := make([]jen.Code, len(t.Outputs))
	for i, out := range t.Outputs {
		fields[i] = member(jen.Id(g.names.output(t, out)).Add(g.goType(out.Value.Type())), out.Description)
	}
	name := g.names.outputType(t)
	return []jen.Code{doc(name + " is what " + t.Name + " answers.").Line().Type().Id(name).Struct(fields...)}
}

// recordStructs returns the structs of the objects that a tool's author spells out.
func (g *generator) recordStructs(t *plan.Tool) []jen.Code {
	var decls []jen.Code
	declared := map[string]bool{}
	for _, r := range toolRecords(t) {
		name := g.names.record(r.record)
		if declared[name] {
			continue
		}
		declared[name] = true
		decls = append(decls, g.recordStruct(t, r.record)...)
	}
	return decls
}

// recordStruct returns
//
//	// ListActiveAlertsByStateAlert is an object in the JSON of list_active_alerts_by_state.
//	type ListActiveAlertsByStateAlert struct {
//		Event string `json:"event"`
//	}
func (g *generator) recordStruct(t *plan.Tool, r *ir.Record) []jen.Code {
	object := r.T.Object
	fields := make([]structField, len(object.Fields))
	for i, f := range object.Fields {
		s := g.structField(object, f)
		fields[i] = structField{
			goName: g.names.field(object, f), jsonName: f.Name, typ: g.fieldType(s),
			storage: g.storage(s), optional: f.Type.Kind == ir.Optional,
		}
	}
	name := g.names.record(r)
	return g.jsonStruct(name+" is an object that "+t.Name+" makes.", name, fields)
}
