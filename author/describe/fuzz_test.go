package describe_test

import (
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/author/describe"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/spec"
)

const rooms = `openapi: 3.1.0
paths:
  /beds:
    get: {operationId: beds, summary: All beds, description: Of every room., tags: [house]}
  /rooms:
    get: {operationId: rooms, tags: [house]}
    post: {operationId: furnish, summary: Furnish a room, deprecated: true}
  /rooms/{id}:
    get: {operationId: findIt, tags: [Rooms, other]}
    delete: {operationId: rooms_remove}
    head: {}
  /keys:
    trace: {operationId: rooms}
`

// FuzzDescribe lists, searches and shows the operations of a document, whatever that holds. A call leads back to its operation, or to
// a message, and what is shown is JSON.
func FuzzDescribe(f *testing.F) {
	f.Add([]byte(rooms), "room")
	paths, err := filepath.Glob(filepath.Join("..", "..", "spec", "testdata", "*.txtar"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data, "a")
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte, word string) {
		doc, err := spec.Parse(filepath.Join(dir, "fuzz"), data)
		if err != nil {
			return
		}
		list := catalog.List(catalog.Source{Document: doc})
		if found := (catalog.Query{Words: []string{word}}).Of(list); len(found) > len(list) {
			t.Errorf("%d of %d operations have %q", len(found), len(list), word)
		}
		for _, op := range list {
			if found, message := catalog.Find(list, op.Call); (found == nil) == (message == "") {
				t.Errorf("%q leads to %v and %q", op.Call, found, message)
			}
			d, err := describe.Describe(op, 3)
			if err != nil {
				continue
			}
			if err := d.WriteText(io.Discard); err != nil {
				t.Error(err)
			}
			var text strings.Builder
			if err := d.WriteJSON(&text); err != nil || !json.Valid([]byte(text.String())) || !utf8.ValidString(text.String()) {
				t.Errorf("%s is shown as %q: %v", op.Call, text.String(), err)
			}
		}
	})
}
