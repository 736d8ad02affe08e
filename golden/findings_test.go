package golden

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt"
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
			plan, _, list := sculpt.Load("nact.yaml", sculpt.Options{})
			if (plan == nil) != list.HasErrors() {
				t.Errorf("there is a plan: %t; there are errors: %t", plan != nil, list.HasErrors())
			}
			c.expect(t, wanted, render(t, list))
			c.save(t)
		})
	}
}
