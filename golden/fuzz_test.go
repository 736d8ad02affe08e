package golden

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// fuzzDocument is the one document that fuzzed manifests find, as api.yaml.
const fuzzDocument = `
openapi: 3.1.0
info: {title: API, version: "1"}
servers: [{url: https://api.example.com}]
paths:
  /items/{id}:
    get:
      operationId: read
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: n, in: query, schema: {type: array, items: {type: integer}}}
        - {name: o, in: query, style: deepObject, schema: {type: object, properties: {a: {type: string, enum: [x, y]}}}}
        - {name: j, in: header, content: {application/json: {schema: {}}}}
      responses: {"200": {description: X., content: {application/json: {schema: {$ref: "#/components/schemas/Node"}}}}}
    post:
      operationId: write
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Node"}}}}
      responses: {"204": {description: Nothing.}}
components:
  schemas:
    Node:
      type: object
      required: [name, children]
      properties:
        name: {type: [string, "null"]}
        size: {type: number}
        children: {type: array, items: {$ref: "#/components/schemas/Node"}}
        any: {oneOf: [{type: string}, {type: boolean}]}
  securitySchemes: {key: {type: apiKey, in: header, name: K}}
`

const fuzzManifest = `
nact: 1
service: {name: fuzz}
config: {key: {env: KEY, default: k}}
tables: {codes: {A: a, B: b}}
upstreams: {api: {openapi: api.yaml, headers: {X-A: "${config.key}"}, auth: {scheme: key, value: "${config.key}"}}}
tools:
  read_it:
    description: Read it.
    writes: true
    inputs:
      id: {description: What to read.}
      kind: {type: enum, description: A kind., values: [A, B], required: false}
    failures: {GONE: It is gone.}
    require: [{that: inputs.id != "", fail: GONE}]
    steps:
      a:
        call: api.read
        with: {id: "${inputs.id}", n: [1, "${2}"], o: {a: x}, j: {k: "${inputs.?kind}"}}
        expect: [{that: size(this.body.children) > 0, fail: GONE, detail: "no ${inputs.id}"}]
        on_error: [{status: [404, timeout], fail: GONE}]
      b: {call: "api POST /items/{id}", with: {id: x}, body: {name: "${vars.v}", children: ["${steps.a.body}"], any: true}}
    vars: {v: "${steps.a.body.children[0].name}"}
    outputs:
      x: {description: A text., value: "${steps.a.body.?any}"}
      y: {type: json, description: All., value: {a: "${steps.a.body.children.map(c, c.?size)}", b: "${tables.codes[\"A\"]}"}}
    examples: [{name: one, inputs: {id: a}, upstream: {a: {status: 404, with: {id: a}}}, failure: GONE}]
`

// FuzzLoad loads manifests. Whatever they hold, there is a plan or an error, never both or neither; and what comes of a
// plan is Go.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(fuzzManifest))
	for _, folder := range []string{"cases", "findings"} {
		files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			f.Add(manifestIn(f, file))
		}
	}
	dir := f.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/fuzz\n", "api.yaml": fuzzDocument} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			f.Fatal(err)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := os.CreateTemp(dir, "nact-*.yaml")
		if err != nil {
			t.Fatal(err)
		}
		defer os.Remove(file.Name())
		if _, err := file.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		r, err := pipeline.Run(file.Name(), pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
		if err != nil {
			t.Fatal(err)
		}
		if (r.Checked == nil) != r.Findings.HasErrors() {
			t.Fatalf("there is a plan: %t; the findings are %v", r.Checked != nil, r.Findings)
		}
		if r.Checked != nil {
			parses(t, r.Plan)
		}
	})
}

// manifestIn returns the manifest of a case.
func manifestIn(f *testing.F, file string) []byte {
	f.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), "-- nact.yaml --\n")
	manifest, _, _ := strings.Cut(rest, "\n-- ")
	return []byte(manifest)
}

// parses checks that the files of a plan are Go. The run-time library is left out: it is the same for all.
func parses(t *testing.T, p *plan.Plan) {
	t.Helper()
	p.Go.CopyRuntime = false
	files, err := gen.Generate(analysis.Analyze(p))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Path, ".go") {
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Content, parser.SkipObjectResolution); err != nil {
			t.Errorf("%v\n%s", err, f.Content)
		}
	}
}
