package golden

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestCopies generates every case as a stand-alone service with its copy of the run-time library, and vets all of them: each
// copy has what its service needs, and nothing in it needs more. They stand in one module, as its packages.
func TestCopies(t *testing.T) {
	testmode.Long(t, "compiles a copy of the library for each case")
	input, dir := t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module "+modulePath+"\n\ngo "+plan.LeastGo+"\n"))
	for _, c := range readCases(t, "cases") {
		copyCase(t, c, filepath.Join(input, c.name), filepath.Join(dir, c.name))
	}
	goCommand(t, dir, "vet", "./...")
}

// copyCase writes a case to the folder input and generates it as a stand-alone service in the folder out.
func copyCase(t *testing.T, c *goldenCase, input, out string) {
	t.Helper()
	c.write(t, input)
	r, err := pipeline.Run(filepath.Join(input, "nact.yaml"), pipeline.Options{Options: sculpt.Options{Module: modulePath + "/" + c.name, Out: out}})
	if err != nil || r.Checked == nil {
		t.Fatalf("%s: %v\n%s", c.name, err, render(t, r.Findings))
	}
	files, err := gen.Generate(analysis.Analyze(r.Plan))
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	for _, f := range files {
		writeFile(t, filepath.Join(out, filepath.FromSlash(f.Path)), f.Content)
	}
	if err := os.Remove(filepath.Join(out, "go.mod")); err != nil {
		t.Fatal(err)
	}
}
