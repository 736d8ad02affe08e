package export_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	validator "github.com/pb33f/libopenapi/arazzo"
	high "github.com/pb33f/libopenapi/datamodel/high/arazzo"
	model "github.com/pb33f/libopenapi/datamodel/low"
	low "github.com/pb33f/libopenapi/datamodel/low/arazzo"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

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
		plans[name] = planOf(t, path, imported(t, name, data))
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
		again, err := export.Find(format).Write(export.Offered(p), settings[format])
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

// TestArazzo10: exports are valid by the JSON Schema of the specification, 1.0, and by libopenapi.
func TestArazzo10(t *testing.T) {
	s := schema(t, "arazzo-1.0.schema.json")
	for name, p := range manifests(t) {
		t.Run(name, func(t *testing.T) {
			content := exported(t, "arazzo", p).Content
			if err := s.Validate(valueOf(t, content)); err != nil {
				t.Errorf("%v\n%s", err, content)
			}
			validateArazzo(t, content)
		})
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

func validateArazzo(t *testing.T, content []byte) {
	t.Helper()
	var node yaml.Node
	if err := yaml.Unmarshal(content, &node); err != nil {
		t.Fatalf("%v\n%s", err, content)
	}
	var doc low.Arazzo
	if err := cmp.Or(model.BuildModel(node.Content[0], &doc), doc.Build(t.Context(), nil, node.Content[0], nil)); err != nil {
		t.Fatalf("%v\n%s", err, content)
	}
	if r := validator.Validate(high.NewArazzo(&doc)); r != nil && r.HasErrors() {
		t.Errorf("%v\n%s", r, content)
	}
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
