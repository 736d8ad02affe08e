package plandiff_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/review/plandiff"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// A record of writes that is no longer made, or has other inputs in it, is for a reviewer to see.
func TestAudit(t *testing.T) {
	of := func(audit *plan.Audit) *plan.Plan {
		return &plan.Plan{Service: plan.Service{Observe: plan.Observe{Metrics: true, Audit: audit}}}
	}
	none, bare, some := of(nil), of(&plan.Audit{}), of(&plan.Audit{Inputs: []string{"patient", "day"}})
	tests := map[string]struct {
		was, is *plan.Plan
		want    []plandiff.Change
	}{
		"nothing":       {none, none, nil},
		"the same":      {some, some, nil},
		"it begins":     {none, some, []plandiff.Change{{Severity: plandiff.Security, Kind: plandiff.AuditChanged, Place: "observe.audit.inputs", After: "[patient, day]"}}},
		"more inputs":   {bare, some, []plandiff.Change{{Severity: plandiff.Security, Kind: plandiff.AuditChanged, Place: "observe.audit.inputs", Before: "[]", After: "[patient, day]"}}},
		"it is no more": {some, none, []plandiff.Change{{Severity: plandiff.Security, Kind: plandiff.AuditRemoved, Place: "observe.audit", Before: "[patient, day]"}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := plandiff.Compare(test.was, test.is); !reflect.DeepEqual(got, test.want) {
				t.Errorf("\n got %+v\nwant %+v", got, test.want)
			}
		})
	}
}
