package spec_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/spec"
)

// An outline is read of the operation's own object, and of the one that it
// refers to; what cannot be read there is left out.
func TestOutline(t *testing.T) {
	doc, err := spec.Parse("openapi.yaml", []byte(`openapi: 3.1.0
paths:
  /all:
    get: {summary: "Two\n lines", description: "Some\ntext.", tags: [b, a, 3], deprecated: true, parameters: broken}
  /none:
    get: {responses: {}}
  /reference:
    get: {$ref: "#/paths/~1all/get"}
  /odd:
    get: {summary: [x], tags: y, deprecated: "no"}
  /search:
    post: {x-speakeasy-mcp: {name: search, readOnlyHint: true}}
  /order:
    post: {x-speakeasy-mcp: {readOnlyHint: "true"}}
  /nowhere:
    get: {$ref: "#/nowhere"}
  /itself:
    get: {$ref: "#/paths/~1itself/get"}
`))
	if err != nil {
		t.Fatal(err)
	}
	all := spec.Outline{Summary: "Two lines", Description: "Some\ntext.", Tags: []string{"b", "a"}, Deprecated: true}
	want := map[string]spec.Outline{"/all": all, "/reference": all, "/search": {Reads: true}}
	entries := doc.Operations()
	if len(entries) != 8 {
		t.Fatalf("%d operations, want 8", len(entries))
	}
	for _, e := range entries {
		if got := doc.Outline(e); !reflect.DeepEqual(got, want[e.Path]) {
			t.Errorf("%s: %+v, want %+v", e.Path, got, want[e.Path])
		}
	}
	if got := doc.Outline(spec.Entry{Method: "GET", Path: "/other"}); !reflect.DeepEqual(got, spec.Outline{}) {
		t.Errorf("an operation that is not listed: %+v", got)
	}
}
