package reference_test

import (
	"testing"

	"github.com/nactgen/nactgen/internal/exprtest/reference"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestFunctionsComplete holds that tests can evaluate every function of manifests with the reference interpreter.
func TestFunctionsComplete(t *testing.T) {
	implementations := reference.Functions()
	for _, f := range ir.Functions() {
		if f.Declares == "" {
			continue
		}
		id := f.Overloads[0]
		if implementations[id] == nil {
			t.Errorf("%s, %s, has no reference", f.Declares, id)
		}
		delete(implementations, id)
	}
	for id := range implementations {
		t.Errorf("%s has a reference, and is no function", id)
	}
}
