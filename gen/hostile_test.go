package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/compat"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestHostilePlan generates from a plan all of whose names and texts are hostile, and compiles the result.
func TestHostilePlan(t *testing.T) {
	files, err := Generate(signed(hostilePlan(hostile)))
	if err != nil {
		t.Fatal(err)
	}
	vet(t, files)
	for _, f := range files {
		for _, name := range strings.Fields(declarations(t, string(f.Content))) {
			if name == "init" {
				t.Errorf("%s declares init:\n%s", f.Path, f.Content)
			}
		}
	}
}

// TestCollidingNames generates from a plan all of whose names are the same, or what Go or the package has already.
func TestCollidingNames(t *testing.T) {
	for _, names := range [][]string{
		{"same", "Same", "SAME", "s-a-m-e", "@same"},
		{"type", "func", "len", "string", "error", "any", "nil", "init", "main"},
		{"nact", "upstream", "cel", "time", "http", "context", "cmp", "errors", "json"},
		{"config", "service", "new", "environment", "config_from_env", "serve_http", "handler", "client", "decode"},
		{"s", "in", "out", "err", "ctx", "u", "v", "d", "p", "body", "call", "answer", "seen", "key", "args"},
		{"member", "members", "marshal_json", "upstreams", "root", "transport", "logger", "params", "input", "output"},
		{"foo_test", "foo_windows", "foo_linux_amd64", "service", "tables", "x", "2x", "", "***"},
	} {
		t.Run(names[0], func(t *testing.T) {
			files, err := Generate(signed(hostilePlan(names)))
			if err != nil {
				t.Fatal(err)
			}
			vet(t, files)
		})
	}
}

// hostilePlan returns a plan whose names and texts are texts.
func hostilePlan(texts []string) *plan.Plan {
	p := newPlan()
	all := strings.Join(texts, " ")
	p.Manifest = all
	p.Service = plan.Service{Name: all, Title: all, Description: all}
	for i, s := range texts {
		p.Config = append(p.Config, &plan.ConfigValue{Name: s, Env: s, Default: s, HasDefault: i%2 == 0, Description: s, Secret: i%3 == 0})
		p.Upstreams = append(p.Upstreams, hostileUpstream(s, texts))
		p.Tables = append(p.Tables, hostileTable(s, texts))
		p.Tools = append(p.Tools, hostileTool(s, texts))
	}
	return p
}

func hostileUpstream(name string, texts []string) *plan.Upstream {
	var ops []*plan.Operation
	for i, s := range texts {
		if i == 2 { // more of them would add nothing but time
			break
		}
		op := newOperation(s, "/x"+s, hostileParams(texts)...)
		op.Path += "/{" + s + "}"
		op.Summary, op.Accept, op.Method = s, s, s
		inner := newStruct([]string{s}, hostileFields(texts)...)
		element := newStruct([]string{s, s}, hostileFields(texts)...)
		outer := newStruct(nil, append(hostileFields(texts), must(s+" 1", objectOf(inner)), may(s+" 2", ir.ListOf(objectOf(element))))...)
		for _, o := range []*plan.Struct{inner, element, outer} {
			o.Encode, o.Dyn = true, true
		}
		ops = append(ops, answering(op, objectOf(outer), outer, inner, element))
	}
	u := newUpstream(name, ops...)
	u.Headers = []plan.Header{{Name: name, Value: configRoot(name)}, {Name: name, Value: text(name)}}
	return u
}

func hostileParams(texts []string) []*plan.Param {
	var params []*plan.Param
	for _, s := range texts {
		for _, in := range []string{"path", "query", "header", "cookie"} {
			p := styled(param(in, s, ir.StringType), s, true)
			p.Doc = s
			params = append(params, p)
		}
	}
	return params
}

func hostileFields(texts []string) []testField {
	var fields []testField
	for i, s := range texts {
		fields = append(fields, testField{s, ir.StringType, i%2 == 0})
	}
	return fields
}

func hostileTable(name string, texts []string) *plan.Table {
	object := &ir.ObjectType{Name: name}
	row := plan.Row{Key: name}
	for _, s := range texts {
		object.Add(&ir.Field{Name: s, Type: ir.StringType})
		row.Cells = append(row.Cells, s)
	}
	return &plan.Table{Name: name, Type: ir.MapOf(ir.StringType, ir.ObjectOf(object)), Rows: []plan.Row{row}}
}

func hostileTool(name string, texts []string) *plan.Tool {
	t := &plan.Tool{Name: name, ID: name, Version: 1, Description: name, Img: name, Tags: texts}
	record := &ir.Record{Name: name, T: ir.ObjectOf(&ir.ObjectType{Name: name})}
	for _, s := range texts {
		t.Failures = append(t.Failures, plan.Named{Name: s, Description: s})
		record.T.Object.Add(&ir.Field{Name: s, Type: ir.StringType, Required: true})
		record.Members = append(record.Members, ir.RecordMember{Name: s, Value: text(s)})
	}
	for i, s := range texts {
		t.Inputs = append(t.Inputs, &plan.Input{
			ID: s, Name: s, Kind: "enum", Description: s, Type: &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: s, Values: texts}},
			Default: s, Examples: []any{s}, Format: s, Values: t.Failures,
		})
		t.Outputs = append(t.Outputs, &plan.Output{
			ID: s, Name: s, Kind: "json", Description: s, Values: t.Failures, Value: record, Where: plan.Where{Name: s, Line: i},
		})
	}
	t.Older = []compat.Signature{sculpt.PublishedSignature(t)}
	return t
}

func TestFileNames(t *testing.T) {
	for _, c := range []struct{ base, want string }{
		{"lookup", "lookup"},
		{"service", "service_tool"},
		{"lookup_test", "lookup_test_tool"},
		{"lookup_windows", "lookup_windows_tool"},
		{"lookup_linux_amd64", "lookup_linux_amd64_tool"},
		{"windows", "windows"},
		{"", "tool"},
	} {
		if got := newFileSpace(newPlan()).claimFile(c.base, "tool"); got != c.want {
			t.Errorf("%q is in %s.go, want %s.go", c.base, got, c.want)
		}
	}
}

func TestScope(t *testing.T) {
	p := weatherPlan()
	outer := assignNames(p).newScope("ctx", "in", "out", "err")
	names := func(s *scope, hints ...string) string {
		var given []string
		for _, h := range hints {
			given = append(given, s.name(h))
		}
		return fmt.Sprint(given)
	}
	if got, want := names(outer, "period", "period", "in", "range", "len", "time", "weather", "states", "grid_id", "x1", "x1", "***"),
		"[period period2 in2 rangeValue lenValue timeValue weatherValue statesValue gridID x1 x1_2 value]"; got != want {
		t.Errorf("names are %s, want %s", got, want)
	}
	if got, want := outer.name("period", "first_period"), "firstPeriod"; got != want {
		t.Errorf("a name with a second hint is %s, want %s", got, want)
	}
	if got, want := outer.name("period", "first_period"), "period3"; got != want {
		t.Errorf("a name both of whose hints are taken is %s, want %s", got, want)
	}
	if got, want := names(outer.child(), "period", "other"), "[period4 other]"; got != want {
		t.Errorf("names in a block are %s, want %s", got, want)
	}
	if got, want := names(outer, "other", "period"), "[other period4]"; got != want {
		t.Errorf("names after the block are %s, want %s", got, want)
	}
}

// TestEarlierNamesStay checks that what is added at the end of a plan renames nothing before it.
func TestEarlierNamesStay(t *testing.T) {
	p := weatherPlan()
	before := assignNames(p)
	tool, upstream := p.Tools[0], p.Upstreams[0]
	second := weatherTool()
	second.Name = "LookupWeather"
	p.Tools = append(p.Tools, second)
	p.Upstreams = append(p.Upstreams, newUpstream("Weather", newOperation("GridpointForecast", "/")))
	after := assignNames(p)
	if before.tools[tool] != after.tools[tool] || before.upstreams[upstream] != after.upstreams[upstream] {
		t.Error("the names of the first tool or upstream have changed")
	}
	for op, name := range before.methods {
		if after.methods[op] != name {
			t.Errorf("%s was %v, and now is %v", op.Name, name, after.methods[op])
		}
	}
}
