package golden

import (
	"testing"

	"github.com/nactgen/nactgen/internal/pipeline"
)

// TestFindings checks manifests with mistakes: what is said of each, where, and in which order.
func TestFindings(t *testing.T) {
	for _, c := range readCases(t, "findings") {
		t.Run(c.name, func(t *testing.T) {
			wanted := c.file(findingsFile)
			if wanted == nil {
				t.Fatalf("%s has no file %s", c.path, findingsFile)
			}
			folder := t.TempDir()
			c.write(t, folder)
			t.Chdir(folder)
			r, err := pipeline.Run("nact.yaml", pipeline.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if (r.Checked == nil) != r.Findings.HasErrors() {
				t.Errorf("there is a plan: %t; there are errors: %t", r.Checked != nil, r.Findings.HasErrors())
			}
			c.expect(t, wanted, render(t, r.Findings))
			c.save(t)
		})
	}
}
