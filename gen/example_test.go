package gen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestExamples runs the tests that are made of a tool's examples: those that hold pass, and one that does not fails.
func TestExamples(t *testing.T) {
	files, err := Generate(ready(examplePlan(e("right", int64(1), "units", "us"), e("list", int64(1), "layers", "a", "b"))))
	if err != nil {
		t.Fatal(err)
	}
	vet(t, files)
	if out, err := runGo(t, files, "test"); err != nil {
		t.Errorf("go test: %v\n%s\n%s", err, out, numbered(files))
	}
	for name, wrong := range map[string]*plan.Example{
		"output":    e("wrong", int64(2), "units", "us"),
		"parameter": e("wrong", int64(1), "units", "si"),
	} {
		files, err := Generate(ready(examplePlan(wrong)))
		if err != nil {
			t.Fatal(err)
		}
		if out, err := runGo(t, files, "test"); err == nil || !strings.Contains(out, "--- FAIL: TestLookupWeather/wrong") {
			t.Errorf("an example with a wrong %s passes: %s", name, out)
		}
	}
}

// e returns an example that wants a temperature and a parameter in the query.
func e(name string, temperature int64, param string, values ...string) *plan.Example {
	return &plan.Example{
		Name: name, Line: 7,
		Inputs: []plan.Given{{Name: "City", Value: "Omaha"}, {Name: "Day", Value: "TODAY"}},
		Config: []plan.Given{{Name: "contact", Value: "me@example.com"}},
		Recordings: []plan.Recording{{
			Body: `{"properties": {"periods": []}}`, Status: 200, Type: "application/geo+json",
			Headers: []plan.Given{{Name: "X-Trace", Value: "1"}},
			With: []plan.RecordedParam{
				{In: "path", Name: "wfo", Values: []string{"OAX"}, Style: "simple"},
				{In: "path", Name: "x", Values: []string{"1"}},
				{In: "query", Name: param, Values: values, Style: "form", Explode: param == "layers"},
			},
		}},
		Outputs: []plan.Given{
			{Name: "Temperature", Value: temperature},
			{Name: "Alerts", Value: []any{[]plan.Given{{Name: "event", Value: "Flood"}}}},
		},
	}
}

// examplePlan is weatherPlan with a step and examples.
func examplePlan(examples ...*plan.Example) *plan.Plan {
	p := weatherPlan()
	tool, op := p.Tools[0], p.Upstreams[0].Operations[0]
	layers := styled(param("query", "layers", ir.ListOf(ir.StringType)), "form", true)
	op.Params = append(op.Params, layers)
	number := &ir.Const{T: ir.IntType, Value: int64(1)}
	step := &plan.Step{Name: "forecast", Call: op, Args: []plan.Arg{
		{Param: op.Params[0], Value: text("OAX")}, {Param: op.Params[1], Value: number}, {Param: op.Params[2], Value: number},
		{Param: op.Params[3], Value: &ir.Some{X: text("us")}},
		{Param: layers, Value: &ir.ListLit{T: layers.Type, Elems: []ir.Node{text("a"), text("b")}}},
	}}
	tool.Actions = []plan.Action{step}
	tool.Examples = examples
	for _, e := range examples {
		for i := range e.Recordings {
			e.Recordings[i].Step = step
		}
	}
	return p
}

func TestSentParams(t *testing.T) {
	list := []string{"a", "b"}
	for _, c := range []struct {
		p    plan.RecordedParam
		want []sentParam
	}{
		{plan.RecordedParam{In: "query", Style: "form", Explode: true, Values: list}, []sentParam{{"p", "a"}, {"p", "b"}}},
		{plan.RecordedParam{In: "query", Style: "form", Values: list}, []sentParam{{"p", "a,b"}}},
		{plan.RecordedParam{In: "query", Style: "spaceDelimited", Values: list}, []sentParam{{"p", "a b"}}},
		{plan.RecordedParam{In: "query", Style: "pipeDelimited", Values: list}, []sentParam{{"p", "a|b"}}},
		{plan.RecordedParam{In: "query", Style: "deepObject", Explode: true, Values: list}, []sentParam{{"p[0]", "a"}, {"p[1]", "b"}}},
		{plan.RecordedParam{In: "header", Style: "simple", Explode: true, Values: list}, []sentParam{{"p", "a,b"}}},
		{plan.RecordedParam{In: "cookie", Style: "form", Explode: true, Values: list}, []sentParam{{"p", "a"}, {"p", "b"}}},
		{plan.RecordedParam{In: "path", Style: "simple", Explode: true, Values: list}, []sentParam{{"p", "a,b"}}},
		{plan.RecordedParam{In: "path", Style: "label", Values: list}, []sentParam{{"p", ".a,b"}}},
		{plan.RecordedParam{In: "path", Style: "label", Explode: true, Values: list}, []sentParam{{"p", ".a.b"}}},
		{plan.RecordedParam{In: "path", Style: "matrix", Values: list}, []sentParam{{"p", ";p=a,b"}}},
		{plan.RecordedParam{In: "path", Style: "matrix", Explode: true, Values: list}, []sentParam{{"p", ";p=a;p=b"}}},
	} {
		c.p.Name = "p"
		if got := sentParams(c.p); !slices.Equal(got, c.want) {
			t.Errorf("%+v is sent as %v, want %v", c.p, got, c.want)
		}
	}
}

func TestRecordedAnswersAreCopied(t *testing.T) {
	folder := t.TempDir()
	outside := "../" + filepath.Base(folder) + "/testdata/one.json"
	example := e("right", 1, "units", "us")
	for _, r := range []struct{ file, content string }{{"testdata/one.json", "1"}, {"other/one.json", "2"}, {outside, "1"}} {
		path := filepath.Join(folder, filepath.FromSlash(r.file))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(r.content), 0o666); err != nil {
			t.Fatal(err)
		}
		example.Recordings = append(example.Recordings, plan.Recording{File: r.file, Status: 200})
	}
	p := examplePlan(example)
	p.Folder = folder
	p.Go.Module = "example.com/demo"
	files, err := Generate(ready(p))
	if err != nil {
		t.Fatal(err)
	}
	var got []string // they are sorted by path
	for _, f := range files {
		if strings.HasPrefix(f.Path, "demo/testdata/") {
			got = append(got, f.Path+" "+string(f.Content))
		}
	}
	want := []string{"demo/testdata/another-one.json 1", "demo/testdata/one.json 1", "demo/testdata/other/one.json 2"}
	if !slices.Equal(got, want) {
		t.Errorf("copied %q, want %q", got, want)
	}
}

func TestMissingRecordingIsAnError(t *testing.T) {
	example := e("right", 1, "units", "us")
	example.Recordings[0].File = "testdata/missing.json"
	p := examplePlan(example)
	p.Folder = t.TempDir()
	p.Go.Module = "example.com/demo"
	if _, err := Generate(ready(p)); err == nil || !strings.Contains(err.Error(), "missing.json") {
		t.Errorf("the error is %v", err)
	}
}

func TestRelativePath(t *testing.T) {
	for _, c := range []struct{ dir, file, want string }{
		{"tools", "testdata/a.json", "../testdata/a.json"},
		{"examples/nws/nwstools", "examples/nws/testdata/a.json", "../testdata/a.json"},
		{".", "a.json", "a.json"},
		{"/out", "/in/a.json", "../in/a.json"},
	} {
		if got := relativePath(filepath.FromSlash(c.dir), filepath.FromSlash(c.file)); got != c.want {
			t.Errorf("from %s, %s is %s, want %s", c.dir, c.file, got, c.want)
		}
	}
}
