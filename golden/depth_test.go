package golden

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt"
)

// deep is a document whose components lead to each other and back: each answer leads to all of them.
type deep struct {
	components int    // that lead to each other
	members    int    // of each of them
	reference  string // how a member leads to a component, of which it has the number
}

// The ways in which a member leads to a component.
const (
	byRef   = `{$ref: "#/components/schemas/C%d"}`
	byAllOf = `{allOf: [{$ref: "#/components/schemas/C%d"}], description: Another one.}`
	byOneOf = `{oneOf: [{$ref: "#/components/schemas/C%d"}, {$ref: "#/components/schemas/C0"}]}`
)

// document returns the document, with operations that each answer with a component.
func (d deep) document(operations int) string {
	var b strings.Builder
	b.WriteString("openapi: 3.0.3\ninfo: {title: Deep, version: \"1\"}\nservers: [{url: https://deep.example.com}]\npaths:\n")
	for i := range operations {
		fmt.Fprintf(&b, "  /things/%d: {get: {operationId: thing%d, responses: {\"200\": {description: It., content: {application/json: {schema: {$ref: \"#/components/schemas/C%d\"}}}}}}}\n",
			i, i, i%d.components)
	}
	b.WriteString("components:\n  schemas:\n")
	for i := range d.components {
		fmt.Fprintf(&b, "    C%d:\n      type: object\n      required: [text1]\n      properties:\n", i)
		for m := range d.members {
			next := fmt.Sprintf(d.reference, (i*7+m*13+1)%d.components)
			member := []string{next, "{type: string}", "{type: integer}", "{type: array, items: {type: object, properties: {next: " + next + "}}}"}[m%4]
			fmt.Fprintf(&b, "        %s%d: %s\n", []string{"to", "text", "count", "list"}[m%4], m, member)
		}
	}
	return b.String()
}

// linesOfGo returns how many lines of Go come of a manifest with tools whose output is made of the answer to one operation each, and how
// many bytes.
func (d deep) linesOfGo(t *testing.T, tools int, value string) (lines, size int) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/deep\n")
	write(t, dir, "api.yaml", d.document(tools))
	var b strings.Builder
	b.WriteString("nact: 1\nservice: {name: deep}\ngo: {dir: out, package: deeptools, runtime: import}\nupstreams: {api: {openapi: api.yaml}}\ntools:\n")
	for i := range tools {
		fmt.Fprintf(&b, "  tool_%d:\n    description: Get a thing.\n    steps: {it: {call: api.thing%d}}\n    outputs: {it: {type: json, description: The thing., value: %q}}\n", i, i, value)
	}
	r, err := pipeline.Run(write(t, dir, "nact.yaml", b.String()), pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
	if err != nil || r.Checked == nil {
		t.Fatal(err, r.Findings)
	}
	files, err := gen.Generate(r.Analyzed)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if filepath.Ext(f.Path) == ".go" {
			lines += bytes.Count(f.Content, []byte("\n"))
			size += len(f.Content)
		}
	}
	return lines, size
}

// TestDepth hands on answers of documents that differ in how much each answer leads to. The Go is in proportion to the tools.
func TestDepth(t *testing.T) {
	const tools, mostBytes = 10, 30_000 // bytes of a tool, most of which are the JSON Schema of its output
	for _, c := range []struct{ name, reference, value string }{
		{"by references", byRef, "${steps.it.body}"},
		{"by allOf", byAllOf, "${steps.it.body}"},
		{"by oneOf", byOneOf, "${steps.it.body}"},
		{"a field of it is read too", byRef, "${{'it': steps.it.body, 'text': steps.it.body.text1}}"},
		{"a part of it", byRef, "${steps.it.body.?to0}"},
		{"a list in it", byRef, "${steps.it.body.?list3}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			small, _ := deep{components: tools, members: 8, reference: c.reference}.linesOfGo(t, tools, c.value)
			large, size := deep{components: 20 * tools, members: 8, reference: c.reference}.linesOfGo(t, tools, c.value)
			t.Logf("%d lines of Go, %d with a document of twenty times as many objects, %d bytes", small, large, size)
			if large > small+small/20 { // a struct that is handed on whole, and read, holds a few types more
				t.Errorf("%d lines of Go for the larger document, %d for the smaller one", large, small)
			}
			if size > tools*mostBytes {
				t.Errorf("%d bytes of Go for %d tools", size, tools)
			}
		})
	}
}
