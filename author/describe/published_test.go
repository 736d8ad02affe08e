package describe_test

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/author/describe"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/spec"
)

// methods are the members of a path item that are operations.
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// TestPublishedLists: the list of a published document has the operations that a walk over the parsed file counts, each under another name.
func TestPublishedLists(t *testing.T) {
	testmode.Long(t, "reads all published documents with other parsers")
	for _, path := range published(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			doc, err := spec.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			list := catalog.List(catalog.Source{Document: doc})
			if want := countOperations(t, path); len(list) != want {
				t.Errorf("%d operations are listed, and the document has %d", len(list), want)
			}
			called := map[string]bool{}
			for _, op := range list {
				if called[op.Call] {
					t.Errorf("two operations are called by %s", op.Call)
				}
				called[op.Call] = true
				if found, message := catalog.Find(list, op.Call); found != op {
					t.Errorf("%s leads to another operation: %s", op.Call, message)
				}
			}
		})
	}
}

// TestPublishedDetails: every operation of a published document can be shown.
func TestPublishedDetails(t *testing.T) {
	testmode.Long(t, "shows some 5,000 operations")
	for _, path := range published(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			doc, err := spec.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, op := range catalog.List(catalog.Source{Upstream: "api", Document: doc}) {
				d, err := describe.Describe(op, 3)
				if err != nil {
					t.Fatalf("%s: %v", op.Call, err)
				}
				for _, write := range []func(io.Writer) error{d.WriteText, d.WriteJSON} {
					if err := write(io.Discard); err != nil {
						t.Fatalf("%s: %v", op.Call, err)
					}
				}
			}
		})
	}
}

// countOperations counts the operations of a document, those of path items that it refers to with them.
func countOperations(t *testing.T, path string) int {
	document := parsed(t, path)
	n := 0
	for name, item := range document["paths"].(map[string]any) {
		if strings.HasPrefix(name, "/") {
			n += countItem(t, item.(map[string]any), path)
		}
	}
	return n
}

// countItem counts the operations of a path item that stands in the file at path.
func countItem(t *testing.T, item map[string]any, path string) int {
	n := 0
	for name := range item {
		if slices.Contains(methods, name) {
			n++
		}
	}
	if ref, ok := item["$ref"].(string); ok {
		file, pointer, _ := strings.Cut(ref, "#")
		if file != "" {
			path = filepath.Join(filepath.Dir(path), file)
		}
		at := parsed(t, path)
		for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
			if token != "" {
				at = at[token].(map[string]any)
			}
		}
		n += countItem(t, at, path)
	}
	return n
}

// parsed returns what the parser of the file's language makes of it.
func parsed(t *testing.T, path string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	parse := yaml.Unmarshal
	if filepath.Ext(path) == ".json" {
		parse = json.Unmarshal
	}
	var value map[string]any
	if err := parse(data, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

// published returns the published documents of OpenAPI 3, those in large/ unpacked.
func published(t *testing.T) []string {
	t.Helper()
	specs := testmode.Published(t, ".")
	paths := []string{
		filepath.Join(specs, "digitalocean", "specification", "DigitalOcean-public.v2.yaml"),
		filepath.Join(specs, "conjur", "spec", "openapi.yml"),
	}
	for _, pattern := range []string{"*.json", "*.yaml", "*.yml"} {
		found, err := filepath.Glob(filepath.Join(specs, pattern))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	packed, err := filepath.Glob(filepath.Join(specs, "large", "*.json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range packed {
		paths = append(paths, testmode.Unpacked(t, path, ""))
	}
	return paths
}
