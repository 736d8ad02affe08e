package spec_test

import (
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/spec"
)

// corpus returns the published documents, those in large/ unpacked.
func corpus(t testing.TB) []string {
	t.Helper()
	specs := testmode.Published(t, ".")
	paths := []string{
		filepath.Join(specs, "digitalocean/specification/DigitalOcean-public.v2.yaml"),
		filepath.Join(specs, "conjur/spec/openapi.yml"),
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

// Each published document resolves with all its operations.
func TestPublishedDocuments(t *testing.T) {
	testmode.Long(t, "resolves some 5,000 operations")
	for _, path := range corpus(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			doc, err := spec.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			ops, err := doc.Resolve(doc.Operations()...)
			if err != nil {
				t.Fatal(err)
			}
			if len(ops) == 0 || len(doc.Unlisted()) > 0 {
				t.Fatalf("%d operations, unlisted: %v", len(ops), doc.Unlisted())
			}
			t.Logf("%d operations", len(ops))
		})
	}
}
