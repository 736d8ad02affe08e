package gen

import (
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Plans for tests. The functions below put together what the checker would.

// newPlan returns a plan for a package of this module that imports the run-time library where it stands.
func newPlan(upstreams ...*plan.Upstream) *plan.Plan {
	return &plan.Plan{
		Manifest: "nact.yaml",
		Service:  plan.Service{Name: "demo", Title: "Demo tools", Description: "What the demo does."},
		Go: plan.Target{
			Dir: "demo", Package: "demo",
			ImportPath: fixturePath, RuntimePath: "github.com/nactgen/nactgen/nact", Faces: face.Set{face.NACT},
		},
		Upstreams: upstreams,
	}
}

func newUpstream(name string, operations ...*plan.Operation) *plan.Upstream {
	u := &plan.Upstream{Name: name, Document: "openapi/" + name + ".yaml", Server: "https://" + name + ".example.com/v1", Operations: operations}
	for _, op := range operations {
		op.Upstream = u
		op.ID = name + "." + op.Name
	}
	return u
}

func newOperation(name, path string, params ...*plan.Param) *plan.Operation {
	return &plan.Operation{Name: name, Method: "GET", Path: path, Route: path, Summary: "Summary of " + name, Accept: "application/json", Params: params}
}

// answering gives op an answer of type t with what structs says of the objects in it.
func answering(op *plan.Operation, t *ir.Type, structs ...*plan.Struct) *plan.Operation {
	op.Answer = &plan.Answer{Type: t, Structs: structs}
	return op
}

func param(in, name string, t *ir.Type) *plan.Param {
	return &plan.Param{In: in, Name: name, Type: t, Doc: "The " + name + "."}
}

func styled(p *plan.Param, style string, explode bool) *plan.Param {
	p.Style, p.Explode = style, explode
	return p
}

func optional(p *plan.Param) *plan.Param {
	p.Optional = true
	return p
}

// testField is a field of an answer that is read: always plainly, or as one that may be absent.
type testField struct {
	name   string
	t      *ir.Type
	always bool
}

func must(name string, t *ir.Type) testField { return testField{name, t, true} }
func may(name string, t *ir.Type) testField  { return testField{name, t, false} }

// newStruct returns a struct of which all fields are read. path leads to it from the answer.
func newStruct(path string, fields ...testField) *plan.Struct {
	s := &plan.Struct{Objects: []*ir.ObjectType{{Name: "object"}}, Place: ir.Place{Path: path}}
	fill(s, fields...)
	return s
}

// newElement is newStruct for the elements of the list, or the values of the map, that path leads to.
func newElement(path string, fields ...testField) *plan.Struct {
	s := newStruct(path, fields...)
	s.Place.Element = true
	return s
}

func fill(s *plan.Struct, fields ...testField) {
	for _, f := range fields {
		field := s.Objects[0].Add(&ir.Field{Name: f.name, Type: f.t, Required: f.always})
		s.Fields = append(s.Fields, &plan.StructField{Fields: []*ir.Field{field}, Always: f.always})
	}
}

func objectOf(s *plan.Struct) *ir.Type { return ir.ObjectOf(s.Objects[0]) }

func text(s string) ir.Node { return &ir.Const{T: ir.StringType, Value: s} }

func configRoot(name string) ir.Node {
	return &ir.Root{T: ir.StringType, Kind: ir.ConfigRoot, Name: name}
}

// weatherPlan has one of everything that is usual.
func weatherPlan() *plan.Plan {
	area := newStruct("/properties/periods/area", must("name", ir.StringType))
	period := newElement("/properties/periods",
		must("name", ir.StringType),
		must("isDaytime", ir.BoolType),
		must("number", ir.IntType),
		may("windSpeed", ir.StringType),
		must("windGust", ir.DoubleType.OrNull()),
		may("dewpoint", ir.DoubleType.OrNull()),
		may("area", objectOf(area)),
	)
	properties := newStruct("/properties", must("periods", ir.ListOf(objectOf(period))), may("@id", ir.StringType))
	forecast := newStruct("", must("properties", objectOf(properties)))
	gridpoint := answering(newOperation("gridpoint_forecast", "/gridpoints/{wfo}/{x},{y}/forecast",
		param("path", "wfo", ir.StringType), param("path", "x", ir.IntType), param("path", "y", ir.IntType),
		optional(param("query", "units", ir.StringType)),
	), objectOf(forecast), forecast, properties, period, area)
	gridpoint.Accept = "application/geo+json"

	weather := newUpstream("weather", gridpoint)
	weather.Headers = []plan.Header{{Name: "user-agent", Value: &ir.Concat{Parts: []ir.Node{text("demo ("), configRoot("contact"), text(")")}}}}
	weather.Timeout = 5 * time.Second
	weather.Retry = plan.Retry{Attempts: 3, Backoff: 200 * time.Millisecond}
	weather.Auth = []plan.Credential{{Kind: auth.Named("bearer"), In: auth.Header, Values: []ir.Node{configRoot("token")}}}

	p := newPlan(weather)
	p.Config = []*plan.ConfigValue{
		{Name: "contact", Env: "DEMO_CONTACT", Default: "ops@example.com", HasDefault: true, Description: "Address sent in User-Agent."},
		{Name: "token", Env: "DEMO_TOKEN", Secret: true, Description: "Token for weather"},
	}
	p.Tables = []*plan.Table{
		{Name: "states", Type: ir.MapOf(ir.StringType, ir.StringType), Rows: []plan.Row{
			{Key: "NEBRASKA", Cells: []any{"NE"}}, {Key: "ALASKA", Cells: []any{"AK"}},
		}},
		{Name: "offices", Type: ir.MapOf(ir.StringType, ir.ObjectOf(rowObject())), Rows: []plan.Row{
			{Key: "OAX", Cells: []any{"Omaha", int64(82), 41.32, true}},
		}},
	}
	p.Tools = []*plan.Tool{weatherTool()}
	return p
}

func rowObject() *ir.ObjectType {
	o := &ir.ObjectType{Name: "offices"}
	o.Add(&ir.Field{Name: "city", Type: ir.StringType})
	o.Add(&ir.Field{Name: "grid_x", Type: ir.IntType})
	o.Add(&ir.Field{Name: "latitude", Type: ir.DoubleType})
	o.Add(&ir.Field{Name: "open", Type: ir.BoolType})
	return o
}

func weatherTool() *plan.Tool {
	day := &ir.Enum{Owner: "day", Values: []string{"TODAY", "NEXT_WEEK"}}
	unit := &ir.Enum{Owner: "unit", Values: []string{"F", "C"}}
	return &plan.Tool{
		Signature: weatherSignature(), Writes: true, Timeout: 10 * time.Second,
		Inputs: []*plan.Input{
			{ID: "city", Type: ir.StringType},
			{ID: "day", Type: &ir.Type{Kind: ir.String, Enum: day}},
			{ID: "days", Type: ir.OptionalOf(ir.IntType)},
			{ID: "unit", Type: ir.OptionalOf(&ir.Type{Kind: ir.String, Enum: unit})},
		},
		Outputs: []*plan.Output{
			{ID: "temperature_f", Value: &ir.Const{T: ir.IntType, Value: int64(1)}},
			{ID: "summary", Value: &ir.None{T: ir.OptionalOf(ir.StringType)}},
			{ID: "alerts", Value: alertsOutput()},
		},
	}
}

func weatherSignature() nact.Signature {
	return nact.Signature{
		Name: "lookup_weather", ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Version: 2,
		Description: "Look up the weather.", Tags: []string{"weather"},
		Inputs: []nact.Input{
			{ID: "city", Name: "City", Type: nact.String, Description: "The city.", MaxLength: 120, Examples: []any{"Omaha"}},
			{ID: "day", Name: "Day", Type: nact.Enum, Description: "Which day.", Optional: true, Default: "TODAY",
				AllowedValues: []nact.AllowedValue{{Name: "TODAY", Description: "The rest of today."}, {Name: "NEXT_WEEK", Description: "The next week."}}},
			{ID: "days", Name: "Days", Type: nact.Int, Description: "How many days.", Optional: true, Max: nact.Limit(7), Examples: []any{int64(3)}},
			{ID: "unit", Name: "Unit", Type: nact.Enum, Description: "The unit.", Optional: true,
				AllowedValues: []nact.AllowedValue{{Name: "F", Description: "Fahrenheit."}, {Name: "C", Description: "Celsius."}}},
		},
		Outputs: []nact.Output{
			{ID: "temperature_f", Name: "Temperature", Type: nact.Int, Description: "The temperature."},
			{ID: "summary", Name: "Summary", Type: nact.String, Description: "One sentence."},
			{ID: "alerts", Name: "Alerts", Type: nact.JSON, Description: "The alerts."},
		},
		Failures: []nact.AllowedValue{{Name: "CITY_NOT_FOUND", Description: "There is no such city."}},
	}
}

// alertsOutput is a list of one record, one member of which may be left out.
func alertsOutput() ir.Node {
	object := &ir.ObjectType{Name: "alerts"}
	object.Add(&ir.Field{Name: "event", Type: ir.StringType, Required: true})
	object.Add(&ir.Field{Name: "ends_at", Type: ir.OptionalOf(ir.StringType)})
	record := &ir.Record{Name: "alerts", T: ir.ObjectOf(object), Members: []ir.RecordMember{
		{Name: "event", Value: text("Flood")}, {Name: "ends_at", Value: &ir.None{T: ir.OptionalOf(ir.StringType)}},
	}}
	return &ir.ListLit{T: ir.ListOf(ir.ObjectOf(object)), Elems: []ir.Node{record}}
}

// ready returns a plan as the emitter gets it: its expressions analyzed.
func ready(p *plan.Plan) plan.Analyzed { return analysis.Analyze(p) }
