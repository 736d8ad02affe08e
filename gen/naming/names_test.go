package naming

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// smallPlan has one of each thing that is named.
func smallPlan() *plan.Plan {
	return &plan.Plan{
		Config:    []*plan.ConfigValue{{Name: "contact"}},
		Upstreams: []*plan.Upstream{smallUpstream("weather", "gridpoint_forecast")},
		Tables:    []*plan.Table{{Name: "states", Type: ir.MapOf(ir.StringType, ir.StringType)}},
		Tools:     []*plan.Tool{smallTool("lookup_weather")},
	}
}

func smallUpstream(name, operation string) *plan.Upstream {
	answer := &ir.ObjectType{Name: "forecast"}
	summary := answer.Add(&ir.Field{Name: "summary", Type: ir.StringType})
	u := &plan.Upstream{Name: name}
	op := &plan.Operation{Upstream: u, Name: operation, Method: "GET", Params: []*plan.Param{{Name: "wfo", In: "path", Type: ir.StringType}}}
	op.Answer = &plan.Answer{Type: ir.ObjectOf(answer), Structs: []*plan.Struct{{
		Objects: []*ir.ObjectType{answer}, Fields: []*plan.StructField{{Fields: []*ir.Field{summary}}},
	}}}
	u.Operations = []*plan.Operation{op}
	return u
}

func smallTool(name string) *plan.Tool {
	day := &ir.Enum{Owner: "day", Values: []string{"TODAY", "NEXT_WEEK"}}
	return &plan.Tool{
		Signature: nact.Signature{Name: name},
		Inputs: []*plan.Input{
			{ID: "city", Type: ir.StringType},
			{ID: "day", Type: &ir.Type{Kind: ir.String, Enum: day}},
		},
		Outputs: []*plan.Output{{ID: "summary", Value: &ir.Const{T: ir.StringType, Value: "Sunny."}}},
		Older:   []nact.Signature{{Version: 1}},
	}
}

// TestEarlierNamesStay checks that what is added at the end of a plan renames nothing before it.
func TestEarlierNamesStay(t *testing.T) {
	p := smallPlan()
	before := Assign(p)
	tool, upstream := p.Tools[0], p.Upstreams[0]
	p.Tools = append(p.Tools, smallTool("LookupWeather"))
	p.Upstreams = append(p.Upstreams, smallUpstream("Weather", "GridpointForecast"))
	after := Assign(p)
	if b, a := before.Tool(tool), after.Tool(tool); !reflect.DeepEqual(b, a) {
		t.Errorf("the names of the first tool were %v, and are %v", b, a)
	}
	if b, a := before.Enum(tool.Inputs[1].Enum()), after.Enum(tool.Inputs[1].Enum()); !reflect.DeepEqual(b, a) {
		t.Errorf("the names of its enum were %v, and are %v", b, a)
	}
	if b, a := before.Upstream(upstream), after.Upstream(upstream); !reflect.DeepEqual(b, a) {
		t.Errorf("the names of the first upstream were %v, and are %v", b, a)
	}
	for _, op := range upstream.Operations {
		if b, a := before.Operation(op), after.Operation(op); !reflect.DeepEqual(b, a) {
			t.Errorf("the names of %s were %v, and are %v", op.Name, b, a)
		}
	}
}
