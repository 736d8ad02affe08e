package sigdiff_test

import (
	"context"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// contracts returns the contracts of a tool with these versions, oldest first, as a generated service has them.
func contracts(versions ...nact.Signature) ([]*nact.Contract, error) {
	tool := nact.Tool{
		Versions: versions,
		Invoke:   func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil },
	}.ReadingAll()
	if err := nact.Verify([]nact.Tool{tool}); err != nil {
		return nil, err
	}
	contracts, err := nact.Contracts([]nact.Tool{tool})
	if err != nil {
		return nil, err
	}
	return contracts[0], nil
}

// TestRuntimeAgrees: a service starts with two versions if and only if the newer does not break the older. A new name is
// the one exception: the lock lets it through where the author asks for it, and each version goes by its own.
func TestRuntimeAgrees(t *testing.T) {
	catalogue := kinds()
	all := steps(catalogue)
	check := func(t *testing.T, happening ...step) {
		older, newer := versions(catalogue, happening...)
		differences := slices.DeleteFunc(sigdiff.Compare(older, newer), func(d sigdiff.Difference) bool { return d.Rule == sigdiff.RuleToolName })
		_, err := contracts(older, newer)
		if (err != nil) != (sigdiff.Overall(differences) == sigdiff.Breaking) {
			t.Errorf("the run time says %v; Compare says %v", err, differences)
		}
	}
	for i, first := range all {
		t.Run(first.name(catalogue), func(t *testing.T) {
			check(t, first)
			for _, second := range all[i+1:] {
				if first.kind != second.kind && !t.Failed() {
					check(t, first, second)
				}
			}
		})
	}
}
