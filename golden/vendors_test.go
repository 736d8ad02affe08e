package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
)

// TestVendors generates the tools of testdata/vendors from the published documents of vendors that page, each in its own way, and
// runs their examples. There are tools with a loop, a condition, and steps at the same time, and some that share a part.
func TestVendors(t *testing.T) {
	testmode.Long(t, "builds services from the documents of vendors")
	for name, document := range map[string]string{"github": "github-api.github.com.json", "stripe": "stripe-spec3.yaml", "box": "box.json"} {
		t.Run(name, func(t *testing.T) {
			published := testmode.Published(t, document)
			dir := t.TempDir()
			text, err := os.ReadFile(filepath.Join("testdata", "vendors", name+".yaml"))
			if err != nil {
				t.Fatal(err)
			}
			before, line, ok := strings.Cut(string(text), "openapi: ")
			_, after, _ := strings.Cut(line, "\n")
			if !ok {
				t.Fatal("the manifest has no document")
			}
			manifest := write(t, dir, "nact.yaml", before+"openapi: "+relative(t, dir, published)+"\n"+after)
			writeModule(t, dir, nil)
			r, err := pipeline.Run(manifest, pipeline.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if r.Checked == nil {
				t.Fatal(r.Findings)
			}
			files, err := gen.Generate(r.Analyzed)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				write(t, dir, filepath.Join(r.Plan.Go.Dir, filepath.FromSlash(f.Path)), string(f.Content))
			}
			goCommand(t, dir, "test", "./...")
		})
	}
}
