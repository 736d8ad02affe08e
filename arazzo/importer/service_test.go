package importer_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
)

// TestServices generates a service of each document of the test set, and type-checks it with its tests.
func TestServices(t *testing.T) {
	testmode.Builds(t)
	for _, path := range documents(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".arazzo.yaml")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			openapi, err := os.ReadFile(strings.TrimSuffix(path, ".arazzo.yaml") + ".openapi.yaml")
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "nact.yaml")
			for file, content := range map[string][]byte{file: []byte(enabled(imported(t, path))), filepath.Join(dir, name+".openapi.yaml"): openapi} {
				if err := os.WriteFile(file, content, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			r, err := pipeline.Run(file, pipeline.Options{Options: sculpt.Options{Unpinned: true}, Until: pipeline.Apply})
			if err != nil || r.Findings.HasErrors() {
				t.Fatal(err, r.Findings)
			}
			vet := exec.Command("go", "vet", "./...")
			vet.Dir = filepath.Join(dir, "service")
			if out, err := vet.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}
