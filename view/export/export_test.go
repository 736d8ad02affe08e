package export_test

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

var update = flag.Bool("update", false, "rewrite what is wanted in testdata")

// planOf is the plan of a manifest that stands beside a file.
func planOf(t testing.TB, beside, text string) *plan.Plan {
	t.Helper()
	checked, found := check(beside, text)
	if checked == nil {
		t.Fatalf("%v\n%s", found, text)
	}
	return checked.Plan
}

func check(beside, text string) (*sculpt.Checked, diag.List) {
	m, found := manifest.Parse(filepath.Join(filepath.Dir(beside), "nact.yaml"), []byte(text))
	if m == nil {
		return nil, found
	}
	documents := document.Open(m, nil, &found)
	return sculpt.Check(m, documents, sculpt.Options{Unpinned: true, Unlocked: true}, &found), found
}

// errorsOf are the errors in a manifest that stands beside a file.
func errorsOf(beside, text string) diag.List {
	_, found := check(beside, text)
	var errors diag.List
	for _, f := range found {
		if f.Severity == diag.Error {
			errors = append(errors, f)
		}
	}
	return errors
}
