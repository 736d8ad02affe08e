package golden

import (
	"slices"
	"testing"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// TestFindings checks manifests with mistakes: what is said of each, where, and in which order.
func TestFindings(t *testing.T) {
	cases := readCases(t, "findings")
	run, warned := 0, map[string]bool{}
	for _, c := range cases {
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
			list := r.Findings
			if r.Checked != nil {
				list = append(slices.Clone(list), r.Accepted...)
				list.Sort()
			}
			for _, d := range list {
				if rule := diag.WarningRule(d.Rule); d.Severity == diag.Warning && rule == nil && d.Rule != "needless-accept" {
					t.Errorf("diag.Warnings lacks the rule %s, by which something is warned of", d.Rule)
				}
				warned[d.Rule] = warned[d.Rule] || d.Severity == diag.Warning
			}
			c.expect(t, wanted, render(t, list))
			c.save(t)
			run++
		})
	}
	if run < len(cases) {
		return
	}
	for _, rule := range diag.Warnings {
		if !warned[rule.Name] {
			t.Errorf("no case warns by the rule %s: pin it, or take it out of diag.Warnings", rule.Name)
		}
	}
}
