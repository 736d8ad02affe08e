package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/compat"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestHostilePlan generates from a plan all of whose names and texts are hostile, and compiles the result.
func TestHostilePlan(t *testing.T) {
	files, err := Generate(hostilePlan(hostile))
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
			files, err := Generate(hostilePlan(names))
			if err != nil {
				t.Fatal(err)
			}
			vet(t, files)
		})
	}
}

// hostilePlan returns a plan whose names and texts are texts.
func hostilePlan(texts []string) *sculpt.Plan {
	plan := newPlan()
	all := strings.Join(texts, " ")
	plan.Manifest = all
	plan.Service = sculpt.Service{Name: all, Title: all, Description: all}
	for i, s := range texts {
		plan.Config = append(plan.Config, &sculpt.ConfigValue{Name: s, Env: s, Default: s, HasDefault: i%2 == 0, Description: s, Secret: i%3 == 0})
		plan.Upstreams = append(plan.Upstreams, hostileUpstream(s, texts))
		plan.Tables = append(plan.Tables, hostileTable(s, texts))
		plan.Tools = append(plan.Tools, hostileTool(s, texts))
	}
	return plan
}

func hostileUpstream(name string, texts []string) *sculpt.Upstream {
	var ops []*sculpt.Operation
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
		for _, o := range []*sculpt.Struct{inner, element, outer} {
			o.Encode, o.Dyn = true, true
		}
		ops = append(ops, answering(op, objectOf(outer), outer, inner, element))
	}
	u := newUpstream(name, ops...)
	u.Headers = []sculpt.Header{{Name: name, Value: configRoot(name)}, {Name: name, Value: text(name)}}
	return u
}

func hostileParams(texts []string) []*sculpt.Param {
	var params []*sculpt.Param
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

func hostileTable(name string, texts []string) *sculpt.Table {
	object := &ir.ObjectType{Name: name}
	row := sculpt.Row{Key: name}
	for _, s := range texts {
		object.Add(&ir.Field{Name: s, Type: ir.StringType})
		row.Cells = append(row.Cells, s)
	}
	return &sculpt.Table{Name: name, Type: ir.MapOf(ir.StringType, ir.ObjectOf(object)), Rows: []sculpt.Row{row}}
}

func hostileTool(name string, texts []string) *sculpt.Tool {
	t := &sculpt.Tool{Name: name, ID: name, Version: 1, Description: name, Img: name, Tags: texts}
	record := &ir.Record{Name: name, T: ir.ObjectOf(&ir.ObjectType{Name: name})}
	for _, s := range texts {
		t.Failures = append(t.Failures, sculpt.Named{Name: s, Description: s})
		record.T.Object.Add(&ir.Field{Name: s, Type: ir.StringType, Required: true})
		record.Members = append(record.Members, ir.RecordMember{Name: s, Value: text(s)})
	}
	for i, s := range texts {
		t.Inputs = append(t.Inputs, &sculpt.Input{
			ID: s, Name: s, Kind: "enum", Description: s, Type: &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: s, Values: texts}},
			Default: s, Examples: []any{s}, Format: s, Values: t.Failures,
		})
		t.Outputs = append(t.Outputs, &sculpt.Output{
			ID: s, Name: s, Kind: "json", Description: s, Values: t.Failures, Value: record, Where: sculpt.Where{Name: s, Line: i},
		})
	}
	t.Older = []compat.Signature{t.Signature()}
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
	plan := weatherPlan()
	outer := assignNames(plan).newScope("ctx", "in", "out", "err")
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
	plan := weatherPlan()
	before := assignNames(plan)
	tool, upstream := plan.Tools[0], plan.Upstreams[0]
	second := weatherTool()
	second.Name = "LookupWeather"
	plan.Tools = append(plan.Tools, second)
	plan.Upstreams = append(plan.Upstreams, newUpstream("Weather", newOperation("GridpointForecast", "/")))
	after := assignNames(plan)
	if before.tools[tool] != after.tools[tool] || before.upstreams[upstream] != after.upstreams[upstream] {
		t.Error("the names of the first tool or upstream have changed")
	}
	for op, name := range before.methods {
		if after.methods[op] != name {
			t.Errorf("%s was %v, and now is %v", op.Name, name, after.methods[op])
		}
	}
}
