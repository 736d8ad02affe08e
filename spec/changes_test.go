package spec_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/spec"
)

const changesBefore = `openapi: 3.1.0
info: {title: Tracker, version: "1"}
servers: [{url: "https://tracker.example/v1"}]
paths:
  /issues:
    get:
      operationId: list_issues
      responses: {"200": {description: Fine.}}
  /health:
    get:
      operationId: health
      responses: {"200": {description: Fine.}}
`

func TestChanges(t *testing.T) {
	edit := strings.NewReplacer(
		`version: "1"`, `version: "2"`,
		"  /health:\n    get:\n      operationId: health\n", "  /ready:\n    get:\n      operationId: ready\n",
	)
	got, err := spec.Changes(parse(t, changesBefore), parse(t, edit.Replace(changesBefore)))
	if err != nil {
		t.Fatal(err)
	}
	want := []spec.AreaChanges{
		{Name: "info", Modified: 1},
		{Name: "paths", Added: 1, Removed: 1, Breaking: 1},
	}
	if !reflect.DeepEqual(got.Areas, want) {
		t.Errorf("got %+v, want %+v", got.Areas, want)
	}
	if total, want := got.Total(), (spec.AreaChanges{Name: "total", Added: 1, Removed: 1, Modified: 1, Breaking: 1}); total != want {
		t.Errorf("got the total %+v, want %+v", total, want)
	}
}

func TestChangesOfTheSame(t *testing.T) {
	got, err := spec.Changes(parse(t, changesBefore), parse(t, changesBefore))
	if err != nil || len(got.Areas) != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
}

// A document that cannot be modelled as a whole is an error, or is compared as far as it can be; it never ends the
// program.
func TestChangesOfBrokenDocuments(t *testing.T) {
	for name, text := range map[string]string{
		"dangling references": `{"openapi":"3.0.0","paths":{"/a":{"get":{"parameters":[{"$ref":"#/nowhere"}],"responses":{"200":{"$ref":"b.yaml"}}}}}}`,
		"a schema of itself":  `{"openapi":"3.1.0","components":{"schemas":{"A":{"allOf":[{"$ref":"#/components/schemas/A"}]},"B":{"$ref":"#/components/schemas/B"}}}}`,
		"wrong kinds":         `{"openapi":"3.1.0","info":[],"paths":{"/a":{"get":[1],"post":{"responses":5}}},"components":7,"servers":{"a":1}}`,
		"nulls":               `{"openapi":"3.1.0","info":null,"paths":{"/a":null},"components":{"schemas":null}}`,
	} {
		t.Run(name, func(t *testing.T) {
			broken, whole := parse(t, text), parse(t, changesBefore)
			for _, pair := range [][2]*spec.Document{{broken, whole}, {whole, broken}, {broken, broken}} {
				if summary, err := spec.Changes(pair[0], pair[1]); (summary == nil) == (err == nil) {
					t.Errorf("got %+v and %v", summary, err)
				}
			}
		})
	}
}

// Two revisions of a published document differ, in the same way every time; each document equals itself.
func TestChangesOfPublishedDocuments(t *testing.T) {
	open := func(name string) *spec.Document {
		doc, err := spec.Open(testmode.Published(t, name))
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	old, now := open("nws-1.13.1.yml"), open("nws-3.8.1.yml")
	first, err := spec.Changes(old, now)
	if err != nil {
		t.Fatal(err)
	}
	if first.Total().Added == 0 || first.Total().Breaking == 0 {
		t.Errorf("got %+v", first)
	}
	for range 3 {
		again, err := spec.Changes(old, now)
		if err != nil || !reflect.DeepEqual(again, first) {
			t.Fatalf("got %+v, %v; before %+v", again, err, first)
		}
	}
	if same, err := spec.Changes(now, now); err != nil || len(same.Areas) > 0 {
		t.Errorf("a document and itself: %+v, %v", same, err)
	}
}
