package golden

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestCopies generates every case as a stand-alone service with its copy of the run-time library, and vets all of them: each
// copy has what its service needs, and nothing in it needs more. They stand in one module, as its packages.
func TestCopies(t *testing.T) {
	testmode.Long(t, "compiles a copy of the library for each case")
	input, dir := t.TempDir(), t.TempDir()
	gomod := "module " + modulePath + "\n\ngo " + plan.LeastGo + "\n"
	for _, c := range readCases(t, "cases") {
		required, sums := copyCase(t, c, filepath.Join(input, c.name), filepath.Join(dir, c.name))
		if required != "" { // there is one set of requirements: that of the client for Redis
			gomod = "module " + modulePath + "\n" + required
			writeFile(t, filepath.Join(dir, "go.sum"), sums)
		}
	}
	writeFile(t, filepath.Join(dir, "go.mod"), []byte(gomod))
	goCommand(t, dir, "vet", "./...")
}

// copyCase writes a case to the folder input and generates it as a stand-alone service in the folder out, where it is no module of
// its own. It returns what follows the first line of its go.mod, if that requires anything, and its go.sum.
func copyCase(t *testing.T, c *goldenCase, input, out string) (required string, sums []byte) {
	t.Helper()
	c.write(t, input)
	r, err := pipeline.Run(filepath.Join(input, "nact.yaml"), pipeline.Options{Options: sculpt.Options{Module: modulePath + "/" + c.name, Out: out}})
	if err != nil || r.Checked == nil {
		t.Fatalf("%s: %v\n%s", c.name, err, render(t, r.Findings))
	}
	files, err := gen.Generate(r.Analyzed)
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	for _, f := range files {
		switch {
		case f.Path == "go.mod" && bytes.Contains(f.Content, []byte("require")):
			_, required, _ = strings.Cut(string(f.Content), "\n")
		case f.Path == "go.sum":
			sums = f.Content
		case f.Path != "go.mod":
			writeFile(t, filepath.Join(out, filepath.FromSlash(f.Path)), f.Content)
		}
	}
	return required, sums
}
