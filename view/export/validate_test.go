package export_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/santhosh-tekuri/jsonschema/v6"

	read "github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/exporter"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/view/export"
)

// shown are the manifests whose exports stand in testdata: the examples, and one that has every kind of input.
var shown = map[string]string{
	"nws": "../../examples/nws/nact.yaml", "clinic": "../../examples/clinic/nact.yaml", "inputs": "testdata/inputs/nact.yaml",
}

// settings are what formats are told of the services, which their manifests do not say.
var settings = map[string]export.Settings{
	"mcp-server": {"name": "com.example/tools", "version": "1.0.0", "url": "https://tools.example.com/mcp", "image": "ghcr.io/acme/tools:1.0.0", "description": "Tools for a test."},
	"kubernetes": {"image": "ghcr.io/acme/tools:1.0.0"},
}

// manifests are those that are exported: those that are shown, and what is made of the test set of Arazzo documents.
func manifests(t *testing.T) map[string]*plan.Plan {
	plans := map[string]*plan.Plan{}
	for name, path := range shown {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		plans[name] = planOf(t, path, string(text))
	}
	paths, _ := filepath.Glob("../../arazzo/testdata/documents/*.arazzo.yaml")
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".arazzo.yaml")
		plans[name] = planOf(t, path, enabled(imported(t, name, data)))
	}
	if len(plans) < 14 {
		t.Fatalf("%d manifests", len(plans))
	}
	for _, p := range plans {
		p.Go.Faces = face.Set{face.MCP, face.NACT} // a server.json needs it, and nothing else that is exported looks at it
	}
	return plans
}

// exported is the one file of an export, which is the same every time.
func exported(t *testing.T, format string, p *plan.Plan) export.File {
	t.Helper()
	var files []export.File
	for range 3 {
		again, err := export.Find(format).Write(export.Find(format).Of(p), settings[format])
		if err != nil {
			t.Fatal(err)
		}
		if files != nil && !bytes.Equal(files[0].Content, again[0].Content) {
			t.Error("the export is another one each time")
		}
		files = again
	}
	if len(files) != 1 {
		t.Fatalf("%d files", len(files))
	}
	return files[0]
}

// schema is a published JSON Schema of testdata, with others that it refers to.
func schema(t *testing.T, file string, others ...string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	for _, name := range append(others, file) {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		url := file
		if name != file {
			url = v.(map[string]any)["$id"].(string)
		}
		if err := c.AddResource(url, v); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// part is a part of a published JSON Schema of testdata.
func part(t *testing.T, file, place string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource(file, jsonOf(t, data)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(file + place)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// jsonOf is a JSON text as a validator has it.
func jsonOf(t *testing.T, content []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestArazzo10: exports are valid by the JSON Schema of the specification, 1.0, and what they refer to is there.
func TestArazzo10(t *testing.T) {
	s := schema(t, "arazzo-1.0.schema.json")
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			content := exported(t, "arazzo", p).Content
			if err := s.Validate(valueOf(t, content)); err != nil {
				t.Errorf("%v\n%s", err, content)
			}
			for _, w := range valueOf(t, content).(map[string]any)["workflows"].([]any) {
				newWorkflow(t, w.(map[string]any)).check("", w)
			}
		})
	}
}

// workflow is what the expressions of a workflow may refer to.
type workflow struct {
	*testing.T
	inputs map[string]any
	steps  map[string]map[string]any // the outputs of each
}

func newWorkflow(t *testing.T, w map[string]any) *workflow {
	inputs, _ := w["inputs"].(map[string]any)
	properties, _ := inputs["properties"].(map[string]any)
	known := &workflow{T: t, inputs: properties, steps: map[string]map[string]any{}}
	for _, s := range w["steps"].([]any) {
		step := s.(map[string]any)
		known.steps[step["stepId"].(string)], _ = step["outputs"].(map[string]any)
	}
	return known
}

// expression is what stands for a runtime expression, and runtimeExpression is what the specification lets one be, in a workflow that calls
// no other. That an expression reads a part of a body is said behind it, with "#".
var (
	expression        = regexp.MustCompile(`\$[a-zA-Z][\w.-]*`)
	runtimeExpression = regexp.MustCompile(
		`^\$(?:statusCode|url|method|(?:request|response)\.(?:body|(?:header|query|path)\.[\w-]+)|inputs\.([\w-]+)|steps\.([\w-]+)\.outputs\.([\w-]+)|sourceDescriptions\.\w+\.[\w-]+)$`)
)

// check checks what stands below a key of the workflow.
func (w *workflow) check(key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for k, v := range value {
			if k != "description" && k != "summary" && !strings.HasPrefix(k, "x-") {
				w.check(k, v)
			}
		}
	case []any:
		for _, v := range value {
			w.check(key, v)
		}
	case string:
		if _, ok := w.steps[value]; key == "stepId" && !ok {
			w.Errorf("no step %q", value)
		}
		for _, e := range expression.FindAllString(value, -1) {
			w.expression(e)
		}
	}
}

func (w *workflow) expression(text string) {
	m := runtimeExpression.FindStringSubmatch(text)
	if m == nil {
		w.Errorf("%s is no runtime expression", text)
		return
	}
	if _, ok := w.inputs[m[1]]; m[1] != "" && !ok {
		w.Errorf("%s: no such input", text)
	}
	if _, ok := w.steps[m[2]][m[3]]; m[2] != "" && !ok {
		w.Errorf("%s: no such step, or output", text)
	}
}

// added is what exports of 1.1 have that those of 1.0 have not.
var added = regexp.MustCompile(`(?m)^ +timeout: [0-9]+\n`)

// TestArazzo11: exports of 1.1 are those of 1.0, which are valid, but for the version and for the timeouts of steps.
func TestArazzo11(t *testing.T) {
	timeouts := 0
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			content := string(exported(t, "arazzo-1.1", p).Content)
			timeouts += len(added.FindAllString(content, -1))
			reduced := added.ReplaceAllString(strings.Replace(content, string(exporter.V11), string(exporter.V10), 1), "")
			if d := diff.Diff("1.0", exported(t, "arazzo", p).Content, "1.1", []byte(reduced)); d != nil {
				t.Errorf("%s", d)
			}
		})
	}
	if timeouts == 0 {
		t.Error("no step has a timeout")
	}
}

// valueOf is a YAML document as a validator of JSON has it.
func valueOf(t *testing.T, content []byte) any {
	t.Helper()
	root, found := read.Parse("export", content)
	if root == nil || found.HasErrors() {
		t.Fatal(found)
	}
	raw, err := json.Marshal(root.Value())
	if err != nil {
		t.Fatal(err)
	}
	return jsonOf(t, raw)
}

// TestOpenAPI: exports are valid by the JSON Schema of OpenAPI 3.1, and another library reads them.
func TestOpenAPI(t *testing.T) {
	s := schema(t, "openapi-3.1.schema.json", "openapi-3.1.dialect.json", "openapi-3.1.meta.json")
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			content := exported(t, "openapi", p).Content
			if err := s.Validate(jsonOf(t, content)); err != nil {
				t.Error(err)
			}
			doc, err := openapi3.NewLoader().LoadFromData(content)
			if err != nil {
				t.Fatal(err)
			}
			if doc.Paths.Len() != len(export.Offered(p).Tools) {
				t.Errorf("%d paths for %d tools", doc.Paths.Len(), len(p.Tools))
			}
		})
	}
}

var skillName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// TestSkill: the head has what the format of skills asks for. There is no schema of it.
func TestSkill(t *testing.T) {
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			text := string(exported(t, "skill", p).Content)
			head, rest, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "---\n")
			root, found := read.Parse("SKILL.md", []byte(head))
			if !ok || root == nil || len(root.Fields) != 2 {
				t.Fatalf("%v\n%s", found, text)
			}
			if n := root.Get("name").Text; !skillName.MatchString(n) || len(n) > 64 {
				t.Errorf("the name is %q", n)
			}
			if d := utf8.RuneCountInString(root.Get("description").Text); d == 0 || d > 1024 {
				t.Errorf("the description has %d characters", d)
			}
			for _, tool := range export.Offered(p).Tools {
				if !strings.Contains(rest, "POST /tools/"+tool.Signature.ToolID+":invoke") {
					t.Errorf("%s is missing", tool.Signature.Name)
				}
			}
		})
	}
}

// TestGoldens compares the exports of the examples with what is wanted.
func TestGoldens(t *testing.T) {
	plans := manifests(t)
	for name := range shown {
		for _, format := range export.Names() {
			t.Run(name+" "+format, func(t *testing.T) {
				f := exported(t, format, plans[name])
				want := filepath.Join("testdata", name+"."+format+filepath.Ext(f.Path))
				if *update {
					if err := os.WriteFile(want, f.Content, 0o666); err != nil {
						t.Fatal(err)
					}
					return
				}
				wanted, err := os.ReadFile(want)
				if err != nil {
					t.Fatal(err)
				}
				if d := diff.Diff("want", wanted, "got", f.Content); d != nil {
					t.Errorf("%s", d)
				}
			})
		}
	}
}
