package sculpt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// api is the OpenAPI document of the tests: two operations that read and one that writes.
const api = `
openapi: 3.1.0
info: {title: API, version: "1"}
servers: [{url: https://api.example.com}]
paths:
  /items:
    get:
      operationId: items
      parameters: [{name: q, in: query, schema: {type: string}}]
      responses: {"200": {description: Items., content: {application/json: {schema: {$ref: "#/components/schemas/Items"}}}}}
  /text:
    get:
      operationId: text
      parameters: [{name: q, in: query, schema: {type: string}}]
      responses: {"200": {description: A text., content: {application/json: {schema: {type: string}}}}}
    post:
      operationId: write
      parameters: [{name: q, in: query, schema: {type: string}}]
      responses: {"200": {description: A text., content: {application/json: {schema: {type: string}}}}}
components:
  schemas:
    Items:
      type: object
      properties:
        items: {type: array, items: {type: object, properties: {name: {type: string}}}}
        next: {$ref: "#/components/schemas/Items"}
`

// head begins the manifests of the tests, up to the parts of their one tool.
const head = `
nact: 1
service: {name: tests}
upstreams: {api: {openapi: api.yaml}}
tools:
  read_it:
    description: Read what is there.
    failures: {GONE: It is gone.}
`

// load checks a manifest beside the document api, in a module of its own.
func load(t *testing.T, text string, options Options) *plan.Plan {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/tests\n", "api.yaml": api, "nact.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, list := manifest.Read(filepath.Join(dir, "nact.yaml"))
	if list.HasErrors() {
		t.Fatalf("%v", list)
	}
	checked := Check(m, document.Open(m, nil, &list), options, &list)
	if checked == nil {
		t.Fatalf("%v", list)
	}
	return checked.Plan
}
