package sculpt

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// accepted are warnings that a manifest accepts.
type accepted struct {
	list diag.List
	by   map[diag.Position]bool // where those rules stand that accept one of them
}

// accept takes the warnings that a manifest accepts out of found. Each belongs to the innermost part of the manifest that could accept
// it, and no other can.
func accept(m *manifest.Manifest, found *diag.List) *accepted {
	a := &accepted{by: map[diag.Position]bool{}}
	places := m.Acceptables()
	*found = slices.DeleteFunc(*found, func(d diag.Diagnostic) bool {
		if d.Severity != diag.Warning {
			return false
		}
		for _, place := range slices.Backward(places) {
			if !place.Has(d.At()) {
				continue
			}
			for _, one := range place.List {
				if one.Rule.V == d.Rule && one.Because.Set {
					d.Accepted = one.Reason()
					a.list = append(a.list, d)
					a.by[one.Rule.Pos] = true
					return true
				}
			}
			return false
		}
		return false
	})
	a.list.Sort()
	return a
}

// needless warns of what a manifest accepts and is not there.
func needless(m *manifest.Manifest, accepted *accepted, found *diag.List) {
	for _, place := range m.Acceptables() {
		for _, one := range place.List {
			if !accepted.by[one.Rule.Pos] {
				found.WarnAt(one.Rule, "needless-accept", "there is no warning by the rule %s here; leave this out, or write it where the warning stands", one.Rule.V)
			}
		}
	}
}

// acceptances are those of a manifest as a reviewer has to know them.
func acceptances(m *manifest.Manifest) []plan.Accepted {
	var list []plan.Accepted
	for _, place := range m.Acceptables() {
		for _, one := range place.List {
			list = append(list, plan.Accepted{Tool: place.Tool, Place: place.Place, Rule: one.Rule.V, Because: one.Reason(), Security: diag.WarningRule(one.Rule.V).Security})
		}
	}
	return list
}
