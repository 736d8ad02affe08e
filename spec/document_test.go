package spec_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/spec"
)

const pets = `{
  "openapi": "3.1.0",
  "info": {"title": "Pets", "version": "1"},
  "servers": [{"url": "https://{host}", "variables": {"host": {"default": "pets.example"}}}],
  "paths": {
    "/pets": {
      "get": {"operationId": "list", "responses": {"200": {"$ref": "#/components/responses/Pets"}}},
      "post": {"operationId": "add", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}
    },
    "/broken": {
      "get": {"operationId": "broken", "responses": {
        "200": {"$ref": "#/components/responses/Pets"},
        "400": {"content": {"a/json": {"schema": {"$ref": "#/components/schemas/Other"}}}},
        "500": {"$ref": "#/nowhere"}
      }}
    },
    "/others": {
      "get": {"operationId": "others", "responses": {
        "200": {"content": {"a/json": {"schema": {"$ref": "#/components/schemas/Other"}}}}
      }}
    }
  },
  "components": {
    "responses": {"Pets": {"content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}},
    "schemas": {
      "Pet": {"type": "object", "properties": {"name": {"type": "string"}}},
      "Other": {"type": "object", "properties": {"pet": {"$ref": "#/components/schemas/Pet"}}}
    }
  }
}
`

func parse(t *testing.T, text string) *spec.Document {
	t.Helper()
	doc, err := spec.Parse(filepath.Join(t.TempDir(), "api.json"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// resolve resolves the operation of that id.
func resolve(t *testing.T, doc *spec.Document, id string) (*spec.Operation, error) {
	t.Helper()
	for _, e := range doc.Operations() {
		if e.ID == id {
			ops, err := doc.Resolve(e)
			if err != nil {
				return nil, err
			}
			return ops[0], nil
		}
	}
	t.Fatalf("no operation %q", id)
	return nil, nil
}

func TestDocumentTellsOfItself(t *testing.T) {
	doc, err := spec.Parse("some/api.json", []byte(pets))
	if err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2]string{
		"version":  {doc.Version(), "3.1.0"},
		"title":    {doc.Title(), "Pets"},
		"file":     {doc.File(), "some/api.json"},
		"server":   {doc.Servers()[0].URL, "https://pets.example"},
		"position": {doc.Operations()[1].Pos.String(), "some/api.json:8:7"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: got %q, want %q", what, pair[0], pair[1])
		}
	}
}

func TestSHA256IsThatOfTheFile(t *testing.T) {
	const text = "openapi: 3.0.0\n" // printf 'openapi: 3.0.0\n' | sha256sum
	const want = "344e4b2f7f15b76b5606be45d8031fc43f473f8d63f0e02c61dbf89a97f85e69"
	doc, err := spec.Parse("api.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := doc.SHA256(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestComponentIsOneSchemaAcrossCalls(t *testing.T) {
	doc := parse(t, pets)
	list, err := resolve(t, doc, "list")
	if err != nil {
		t.Fatal(err)
	}
	add, err := resolve(t, doc, "add")
	if err != nil {
		t.Fatal(err)
	}
	pet := list.Responses[0].Content[0].Schema.Items
	if add.Body.Content[0].Schema != pet {
		t.Error("Pet is two schemas")
	}
	if again, err := resolve(t, doc, "list"); err != nil || again != list {
		t.Errorf("list was resolved again: %v", err)
	}
}

// A part that cannot be read takes nothing away from others, neither of its
// operation nor of others that share components with it.
func TestUnreadablePartStandsAlone(t *testing.T) {
	doc := parse(t, pets)
	list, err := resolve(t, doc, "list")
	if err != nil {
		t.Fatal(err)
	}
	broken, err := resolve(t, doc, "broken")
	if err != nil {
		t.Fatal(err)
	}
	for i, status := range []string{"200", "400", "500"} {
		answer := broken.Responses[i]
		if answer.Status != status || (answer.Content[0].Schema.Unreadable() != nil) != (status == "500") {
			t.Errorf("answer %d is %s: %+v", i, answer.Status, answer.Content[0].Schema)
		}
	}
	if broken.Responses[0].Content[0].Schema != list.Responses[0].Content[0].Schema {
		t.Error("the answer of broken is another schema")
	}
	others, err := resolve(t, doc, "others")
	if err != nil {
		t.Fatal(err)
	}
	other := others.Responses[0].Content[0].Schema
	if other.Kind != spec.Object || other.Property("pet") == nil {
		t.Fatalf("Other is incomplete: %+v", other)
	}
	if other.Property("pet").Schema != list.Responses[0].Content[0].Schema.Items {
		t.Error("Pet is two schemas")
	}
	if other.Property("none") != nil {
		t.Error("Other has a property that it does not have")
	}
}

func TestResolveKeepsTheOrderAsked(t *testing.T) {
	doc := parse(t, pets)
	all := doc.Operations()
	ops, err := doc.Resolve(all[1], all[0], all[1])
	if err != nil {
		t.Fatal(err)
	}
	if ops[0].ID != "add" || ops[1].ID != "list" || ops[2] != ops[0] {
		t.Errorf("got %s, %s, %s", ops[0].ID, ops[1].ID, ops[2].ID)
	}
}

func TestResolveOfWhatIsNotListed(t *testing.T) {
	doc := parse(t, pets)
	entry := doc.Operations()[0]
	entry.Path = "/other"
	_, err := doc.Resolve(entry)
	var located *spec.Error
	if !errors.As(err, &located) || located.Pos != entry.Pos {
		t.Errorf("got %v", err)
	}
}

func TestOperationsIsTheCallersSlice(t *testing.T) {
	doc := parse(t, pets)
	doc.Operations()[0].ID = "changed"
	if got := doc.Operations()[0].ID; got != "list" {
		t.Errorf("got %q", got)
	}
}

func TestConcurrentResolve(t *testing.T) {
	doc := parse(t, pets)
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			op, err := resolve(t, doc, "add")
			if err != nil || op.Body.Content[0].Schema.Properties[0].Name != "name" {
				t.Errorf("got %+v, %v", op, err)
			}
			doc.Servers()
		})
	}
	wait.Wait()
}

func TestOpenFails(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.yaml")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none.yaml"): "cannot read the document: no such file or directory",
		dir:                             "cannot read the document: it is a folder, and only regular files are read; put the file itself there",
		empty:                           "the file is empty",
	} {
		_, err := spec.Open(path)
		var located *spec.Error
		if !errors.As(err, &located) || located.Pos.File != path || located.Message != want {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

// JSON and YAML are told apart by content.
func TestContentDecidesTheSyntax(t *testing.T) {
	for name, text := range map[string]string{
		"flow.json":  "{openapi: 3.0.0, paths: {/a: {get: {operationId: a}}}}",
		"block.json": "# a comment\nopenapi: 3.0.0\npaths: {/a: {get: {operationId: a}}}",
		"bom.yaml":   "\ufeff {\"openapi\": \"3.0.0\", \"paths\": {\"/a\": {\"get\": {\"operationId\": \"a\"}}}}",
	} {
		doc, err := spec.Parse(name, []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if ops := doc.Operations(); len(ops) != 1 || ops[0].ID != "a" {
			t.Errorf("%s: got %v", name, ops)
		}
	}
}

// Files of other formats are said to be these, also where they are no YAML.
func TestOtherFormats(t *testing.T) {
	for text, format := range map[string]string{
		"type Query {\n  hello(name: String!): String\n}\n":                          "a GraphQL schema",
		"# An API.\nschema {\n  query: Query\n}\n":                                   "a GraphQL schema",
		"\"\"\"\nAn API: it greets.\n\"\"\"\nscalar Date @specifiedBy(url: \"x\")\n": "a GraphQL schema",
		`{"data": {"__schema": {"types": []}}}`:                                      "a GraphQL schema",
		"query { user(id: 4) { name } }":                                             "a GraphQL schema",
		"// An API.\nsyntax = \"proto3\";\nmessage M { string a = 1; }\n":            "a Protobuf file",
		`<?xml version="1.0"?><definitions/>`:                                        "XML or HTML",
		"#%RAML 1.0\ntitle: x\n":                                                     "a RAML file",
		"asyncapi: 3.0.0\ninfo: {title: x}\n":                                        "an AsyncAPI document",
		`{"arazzo": "1.0.1"}`:                                                        "an Arazzo document, which nactgen import arazzo reads,",
		`{"info": {"_postman_id": "x"}, "item": []}`:                                 "a Postman collection",
		"nact: 1\nservice: {name: x}\n":                                              "a manifest",
	} {
		_, err := spec.Parse("a.json", []byte(text))
		if want := "a.json:1:1: the document is " + format + " and no OpenAPI document; only OpenAPI 3 and Swagger 2.0 are read: describe what tools call in one of these"; err == nil || err.Error() != want {
			t.Errorf("%s\n got: %v\nwant: %s", text, err, want)
		}
	}
	for _, text := range []string{"type: object\nproperties: {}\n", "title: type Query {\n", "a: [\n", `{"openapi": "4.0", "info": {"description": "schema.getpostman.com"}}`} {
		if _, err := spec.Parse("a.yaml", []byte(text)); err == nil || strings.Contains(err.Error(), " and no OpenAPI document") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}

func TestMalformedJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"openapi": "3.0.0"} x`: `a.json:1:22: "x" where the end of the file is expected`,
		`{"openapi": "3.0.0"`:    `a.json:1:20: the file ends where a comma or a closing } is expected`,
		`{"openapi": "3.0.0`:     `a.json:1:19: the file ends in a text that is not closed; it begins at line 1, column 13`,
		`{"openapi": "\x"}`:      `a.json:1:13: the string is not JSON: invalid character 'x' in string escape code`,
		`{"openapi": 3,}`:        `a.json:1:15: "}" where a quoted key is expected`,
		`{"openapi": 03}`:        `a.json:1:13: "03" is not a JSON value`,
		`{"openapi": ,}`:         `a.json:1:13: "," where a value is expected`,
		`{"openapi": "3.0.0", "paths": {"/a": {"get": {"a": [1}}`: `a.json:1:56: the file ends with 3 objects and arrays that are not closed, one in the other; the last begins at line 1, column 38`,
		`{"openapi": "3.0.0", "openapi": "3.1.0"}`:                `a.json:1:22: duplicate key "openapi", with another value at line 1`,
		`{"openapi": "3.0.0", "paths": []}`:                       `a.json:1:22: paths must be an object`,
		`{"openapi": {"a": 1}}`:                                   `a.json:1:2: OpenAPI "" is not supported; 3.0, 3.1 and 3.2 are`,
		`["openapi"]`:                                             `a.json:1:1: the document is not an OpenAPI document: it must be an object`,
	} {
		_, err := spec.Parse("a.json", []byte(text))
		if err == nil || strings.TrimSpace(err.Error()) != want {
			t.Errorf("%s\n got: %v\nwant: %s", text, err, want)
		}
	}
}
