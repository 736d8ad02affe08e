package naming

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// answered returns the struct of an object at a place.
func answered(component, path string) *plan.Struct {
	return &plan.Struct{Objects: []*ir.ObjectType{{Name: component}}, Place: ir.Place{Component: component, Path: path}}
}

func element(s *plan.Struct) *plan.Struct {
	s.Place.Element = true
	return s
}

func withField(s *plan.Struct) *plan.Struct {
	s.Fields = []*plan.StructField{{Fields: []*ir.Field{s.Objects[0].Add(&ir.Field{Name: "name", Type: ir.StringType})}}}
	return s
}

// upstreamOf returns the upstream weather whose operations a, b, c, ... answer with the structs.
func upstreamOf(answers ...[]*plan.Struct) *plan.Upstream {
	u := &plan.Upstream{Name: "weather"}
	for i, structs := range answers {
		op := &plan.Operation{Upstream: u, Name: string(rune('a' + i)), Method: "GET", Answer: &plan.Answer{Structs: structs}}
		u.Operations = append(u.Operations, op)
	}
	return u
}

func TestStructNames(t *testing.T) {
	shared, common := answered("Point", ""), answered("quantitative-value", "")
	for _, c := range []struct {
		name    string
		answers [][]*plan.Struct
		want    string // of each answer in turn
	}{
		{"components", [][]*plan.Struct{{answered("Point", ""), answered("quantitative-value", "")}}, "weatherPoint weatherQuantitativeValue"},
		{"inline answers", [][]*plan.Struct{{answered("", "")}, {element(answered("", ""))}}, "weatherA weatherBItem"},
		{"inline in an answer", [][]*plan.Struct{{answered("", ""), answered("", "/at"), element(answered("", "/periods"))}}, "weatherA weatherAAt weatherAPeriod"},
		{"inline in a component", [][]*plan.Struct{{answered("Point", "/at/grid-id")}}, "weatherPointGridID"},
		{"two fields of one name", [][]*plan.Struct{{answered("Point", "/a/at"), answered("Point", "/b/at")}}, "weatherPointAt weatherPointBAt"},
		{"a component that is called like an operation", [][]*plan.Struct{{answered("", ""), answered("A", "")}}, "weatherAAnswer weatherA"},
		{"one component in two ways", [][]*plan.Struct{{answered("Point", "")}, {answered("Point", "")}}, "weatherPoint weatherBPoint"},
		{"one component in two ways, the second of which reads less", [][]*plan.Struct{{withField(answered("Point", ""))}, {answered("Point", "")}},
			"weatherAPoint weatherPoint"},
		{"one component in two ways, the second of two operations", [][]*plan.Struct{{answered("Point", "")}, {shared}, {shared}}, "weatherAPoint weatherPoint weatherPoint"},
		{"two components of nearly one name", [][]*plan.Struct{{answered("QuantitativeValue", "")}, {common}, {common}},
			"weatherAQuantitativeValue weatherQuantitativeValue weatherQuantitativeValue"},
		{"a component without a letter", [][]*plan.Struct{{answered("***", "")}}, "weatherComponent"},
	} {
		u := upstreamOf(c.answers...)
		names := Assign(&plan.Plan{Upstreams: []*plan.Upstream{u}})
		var got []string
		for _, op := range u.Operations {
			for _, s := range op.Answer.Structs {
				got = append(got, names.Struct(s.Objects[0]))
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestAnswerFiles checks the files of an upstream whose operations and components have names that meet.
func TestAnswerFiles(t *testing.T) {
	shared, meets := answered("Quantity", ""), answered("A", "")
	u := upstreamOf([]*plan.Struct{shared, meets}, []*plan.Struct{shared, meets}, nil)
	u.Operations[2].Name = "read_linux"
	names := Assign(&plan.Plan{Upstreams: []*plan.Upstream{u}})
	ids := names.Upstream(u)
	got := []string{ids.File, ids.ComponentFile("Quantity"), ids.ComponentFile("A")}
	for _, op := range u.Operations {
		got = append(got, names.Operation(op).File)
	}
	want := "weather weather_quantity weather_a_types weather_a weather_b weather_read_linux_operation"
	if got := strings.Join(got, " "); got != want {
		t.Errorf("the files are %s, want %s", got, want)
	}
}
