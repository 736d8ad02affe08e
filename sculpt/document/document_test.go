package document_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// TestShared: two upstreams of a document of one file share it, as it is named for each; of several files each has its own.
func TestShared(t *testing.T) {
	for name, c := range map[string]struct {
		operation string
		shared    bool
	}{
		"one file":      {"{$ref: '#/x-items'}", true},
		"several files": {"{$ref: 'items.yaml'}", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{
				"nact.yaml":  "nact: 1\nservice: {name: x}\nupstreams: {a: {openapi: api.yaml}, b: {openapi: ./api.yaml}}\ntools: {}\n",
				"api.yaml":   "openapi: 3.1.0\ninfo: {title: X, version: '1'}\npaths: {/items: " + c.operation + "}\nx-items: {get: {responses: {}}}\n",
				"items.yaml": "get: {responses: {}}\n",
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			m, found := manifest.Read(filepath.Join(dir, "nact.yaml"))
			if m == nil {
				t.Fatal(found)
			}
			set := document.Open(m, nil, &found)
			a, b := set["a"], set["b"]
			if a == nil || b == nil {
				t.Fatal(found)
			}
			if (a.Document == b.Document) != c.shared {
				t.Errorf("shared: %t", a.Document == b.Document)
			}
			if a.Path != "api.yaml" || b.Path != "./api.yaml" || len(a.Entries) != 1 || len(b.Entries) != 1 {
				t.Errorf("%s with %v, %s with %v", a.Path, a.Entries, b.Path, b.Entries)
			}
		})
	}
}
