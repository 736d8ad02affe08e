package describe

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// TestPathsAreExpressions: what the tree of an answer has as a path is an expression that compiles, of the type that stands beside it.
func TestPathsAreExpressions(t *testing.T) {
	for _, c := range []struct{ document, operation string }{
		{"nws-3.8.1.yml", "point"},
		{"nws-3.8.1.yml", "gridpoint"},
		{"nws-3.8.1.yml", "alerts_query"},
		{"swagger-petstore.yaml", "findPetsByStatus"},
		{"museum-3.1.yaml", "getMuseumHours"},
		{"github-api.github.com.json", "issues/get"},
		{"stripe-spec3.yaml", "GetCharges"},
		{"twilio-api-v2010.json", "ListCall"},
	} {
		t.Run(c.operation, func(t *testing.T) {
			doc, err := spec.Open(filepath.FromSlash(testmode.Published(t, c.document)))
			if err != nil {
				t.Fatal(err)
			}
			op, message := catalog.Find(catalog.List(catalog.Source{Document: doc}), c.operation)
			if message != "" {
				t.Fatal(message)
			}
			checkPaths(t, op, 3)
		})
	}
}

// TestPathsOfOddNames is TestPathsAreExpressions for names that are no words, and for what is rare.
func TestPathsOfOddNames(t *testing.T) {
	checkPaths(t, operationOf(t, `
type: object
required: ["@id", in, "a b", maps]
properties:
  "@id": {type: string}
  in: {type: integer}
  "a b": {type: object, properties: {"c.d": {type: [number, "null"]}}}
  maps: {type: object, additionalProperties: {type: object, additionalProperties: {type: array, items: {type: object, properties: {x: {type: boolean}}}}}}
  any: {}
  null: {type: "null"}
  lists: {type: array, items: {type: array, items: {type: array, items: {type: integer}}}}
  unions: {type: array, items: {oneOf: [{type: object, properties: {a: {}}}, {type: object, properties: {b: {type: string}}}]}}
  twofold: {oneOf: [{type: array, items: {type: object, properties: {a: {type: string}}}}, {type: array, items: {type: object, properties: {b: {type: string}}}}]}
`), 9)
}

// TestPathsOfNotations is TestPathsAreExpressions for answers that are no JSON.
func TestPathsOfNotations(t *testing.T) {
	const rows = "schema: {type: array, items: {type: object, required: [a], properties: {a: {type: integer}, b: {type: string}}}}"
	for _, c := range []struct{ mediaType, content string }{
		{"text/csv", rows},
		{"application/x-ndjson", rows},
		{"text/event-stream", rows},
		{"text/event-stream", "schema: {type: string}"},
		{"application/x-www-form-urlencoded", "schema: {type: object, properties: {a: {type: integer}, b: {type: array, items: {type: string}}}}"},
	} {
		doc, err := spec.Parse("openapi.yaml", []byte(`openapi: 3.1.0
paths: {/a: {get: {operationId: a, responses: {"200": {content: {`+c.mediaType+": {"+c.content+`}}}}}}}
`))
		if err != nil {
			t.Fatal(err)
		}
		checkPaths(t, catalog.List(catalog.Source{Document: doc})[0], 3)
	}
}

// checkPaths compiles the paths of the answer of an operation.
func checkPaths(t *testing.T, op *catalog.Operation, depth int) {
	t.Helper()
	d, err := Describe(op, depth)
	if err != nil {
		t.Fatal(err)
	}
	resolved, err := op.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	media, _ := operation.AnswerMedia(resolved, "")
	body, _ := operation.AnswerType(shape.New("api.read"), media)
	steps := &ir.ObjectType{Name: "steps"}
	steps.Add(&ir.Field{Name: "s", Type: expr.Answer("s", body), Required: true})
	compiler, err := expr.NewCompiler()
	if err != nil {
		t.Fatal(err)
	}
	scope := compiler.Scope(expr.Names{Steps: steps}).Of("s")
	n := 0
	for v := range d.success().chosen().Value.all {
		n++
		text := strings.NewReplacer("[]", "[0]", "{}", "['k']").Replace(v.Path)
		compiled, problems := scope.Compile(text)
		if len(problems) > 0 {
			t.Errorf("%s does not compile: %v", text, problems)
			continue
		}
		got := compiled.Node.Type()
		if strings.Contains(v.Path, ".?") {
			if got.Kind != ir.Optional {
				t.Errorf("%s is %s and no optional", text, got)
				continue
			}
			got = got.Elem
		}
		if typeName(got) != v.Type {
			t.Errorf("%s is %s, shown as %s", text, typeName(got), v.Type)
		}
	}
	if n < 4 {
		t.Errorf("only %d paths were compared", n)
	}
}

// operationOf returns an operation that answers what a schema describes. The schema is one of YAML in block style.
func operationOf(t *testing.T, schema string) *catalog.Operation {
	t.Helper()
	doc, err := spec.Parse("openapi.yaml", []byte(`openapi: 3.1.0
paths:
  /a:
    get:
      operationId: a
      responses:
        "200": {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}
components:
  schemas:
    A:`+strings.ReplaceAll(schema, "\n", "\n      ")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	return catalog.List(catalog.Source{Document: doc})[0]
}

// TestDepth: a tree ends at its depth and says how much it leaves out.
func TestDepth(t *testing.T) {
	op := operationOf(t, `
type: object
properties:
  a: {type: object, properties: {b: {type: object, properties: {c: {type: string}, d: {type: string}}}}}
  self: {type: array, items: {$ref: "#/components/schemas/A"}}
`)
	for depth, want := range [][]string{
		{"this.body 2"},
		{"this.body 0", "this.body.?a 1", "this.body.?self 0", "this.body.?self[] this.body"},
		{"this.body 0", "this.body.?a 0", "this.body.?a.?b 2", "this.body.?self 0", "this.body.?self[] this.body"},
		{"this.body 0", "this.body.?a 0", "this.body.?a.?b 0", "this.body.?a.?b.?c 0", "this.body.?a.?b.?d 0", "this.body.?self 0", "this.body.?self[] this.body"},
	} {
		d, err := Describe(op, depth)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for v := range d.Answers[0].Content[0].Value.all {
			if v.Same != "" {
				got = append(got, v.Path+" "+v.Same)
				continue
			}
			got = append(got, fmt.Sprintf("%s %d", v.Path, v.LeftOut))
		}
		if !slices.Equal(got, want) {
			t.Errorf("depth %d: %q, want %q", depth, got, want)
		}
	}
}

// TestMost: a tree has no more values than it may have, and those near the root are there.
func TestMost(t *testing.T) {
	var schema strings.Builder
	schema.WriteString("\ntype: object\nproperties:\n")
	for i := range 60 {
		fmt.Fprintf(&schema, "  a%d: {type: object, properties: {", i)
		for j := range 60 {
			fmt.Fprintf(&schema, "b%d: {type: string}, ", j)
		}
		schema.WriteString("z: {}}}\n")
	}
	d, err := Describe(operationOf(t, schema.String()), 9)
	if err != nil {
		t.Fatal(err)
	}
	root := d.Answers[0].Content[0].Value
	n := 0
	for range root.all {
		n++
	}
	if n > most || n < most-100 {
		t.Errorf("%d values, want nearly %d", n, most)
	}
	if len(root.Fields) != 60 || len(root.Fields[0].Fields) != 61 || root.Fields[59].LeftOut != 61 {
		t.Errorf("%d fields, the first has %d, the last leaves %d out", len(root.Fields), len(root.Fields[0].Fields), root.Fields[59].LeftOut)
	}
}
