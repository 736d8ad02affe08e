package gen

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen/internal/hostile"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestHostilePlan generates from a plan all of whose names and texts are hostile, and compiles the result.
func TestHostilePlan(t *testing.T) {
	files, err := Generate(ready(hostilePlan(hostile.Texts)))
	if err != nil {
		t.Fatal(err)
	}
	vet(t, files)
	for _, f := range files {
		for _, name := range strings.Fields(hostile.Declarations(t, string(f.Content))) {
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
		{"mcp", "health", "hosts", "origins", "serve_lines", "tools", "runner", "endpoints", "handler"},
		{"foo_test", "foo_windows", "foo_linux_amd64", "service", "tables", "x", "2x", "", "***"},
	} {
		t.Run(names[0], func(t *testing.T) {
			files, err := Generate(ready(hostilePlan(names)))
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
	p.Manifest, p.Go.Faces = all, face.Set{face.MCP, face.NACT}
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
		inner := newStruct(ir.Place{}.Below(s).Path, hostileFields(texts)...)
		element := newElement(ir.Place{}.Below(s).Below(s).Path, hostileFields(texts)...)
		outer := newStruct("", append(hostileFields(texts), must(s+" 1", objectOf(inner)), may(s+" 2", ir.ListOf(objectOf(element))))...)
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
	t := &plan.Tool{Signature: nact.Signature{Name: name, ToolID: name, Version: 1, Description: name, Img: name, Tags: texts}}
	record := &ir.Record{Name: name, T: ir.ObjectOf(&ir.ObjectType{Name: name})}
	for _, s := range texts {
		t.Signature.Failures = append(t.Signature.Failures, nact.AllowedValue{Name: s, Description: s})
		record.T.Object.Add(&ir.Field{Name: s, Type: ir.StringType, Required: true})
		record.Members = append(record.Members, ir.RecordMember{Name: s, Value: text(s)})
	}
	for _, s := range texts {
		t.Signature.Inputs = append(t.Signature.Inputs, nact.Input{
			ID: s, Name: s, Type: nact.Enum, Description: s, Default: s, Examples: []any{s}, Format: s, AllowedValues: t.Signature.Failures,
		})
		t.Inputs = append(t.Inputs, &plan.Input{ID: s, Type: &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: s, Values: texts}}})
		t.Signature.Outputs = append(t.Signature.Outputs, nact.Output{ID: s, Name: s, Type: nact.JSON, Description: s, AllowedValues: t.Signature.Failures})
		t.Outputs = append(t.Outputs, &plan.Output{ID: s, Value: record, Where: plan.Where{Place: plan.Place{Section: plan.InOutputs, Name: s}}})
	}
	t.Older = []nact.Signature{t.Signature}
	return t
}
