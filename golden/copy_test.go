package golden

import (
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
)

// TestCopies generates every case as a stand-alone service with its copy of the run-time library, and checks the types of all of them, as
// the compiler does: each copy has what its service and the service's tests need, and nothing in it needs more.
func TestCopies(t *testing.T) {
	testmode.Long(t, "checks the types of a copy of the library for each case")
	var copies atomic.Int64
	t.Run("case", func(t *testing.T) {
		for _, c := range readCases(t, "cases") {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				files := standAlone(t, c)
				if slices.ContainsFunc(files, func(f gen.File) bool { return strings.HasSuffix(f.Path, "/nact/upstream/client.go") }) {
					copies.Add(1)
				}
				if err := typeCheck(files); err != nil {
					t.Error(err)
				}
			})
		}
	})
	if n := copies.Load(); n < 70 && !t.Failed() {
		t.Errorf("%d cases have a copy of the library; nearly all should", n)
	}
}

// standAlone generates a case as a stand-alone service.
func standAlone(t *testing.T, c *goldenCase) []gen.File {
	t.Helper()
	dir := filepath.Join(t.TempDir(), c.name)
	c.write(t, dir)
	r, err := pipeline.Run(filepath.Join(dir, "nact.yaml"), pipeline.Options{Options: sculpt.Options{Module: modulePath, Out: filepath.Join(dir, "out")}})
	if err != nil || r.Checked == nil {
		t.Fatalf("%v\n%s", err, render(t, r.Findings))
	}
	files, err := gen.Generate(r.Analyzed)
	if err != nil {
		t.Fatal(err)
	}
	return files
}
