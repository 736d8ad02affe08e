package plandiff_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/review/plandiff"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestInbound: a service that encrypts no longer, or bounds its callers no longer, is a change that security depends on.
func TestInbound(t *testing.T) {
	none, both := plan.Inbound{}, plan.Inbound{TLS: true, CallerLimits: true}
	for name, test := range map[string]struct {
		was, is plan.Inbound
		want    []plandiff.Change
	}{
		"the same": {both, both, nil},
		"begins": {none, both, []plandiff.Change{
			{Severity: plandiff.Ordinary, Kind: plandiff.InboundTightened, Place: "inbound.tls", After: "true"},
			{Severity: plandiff.Ordinary, Kind: plandiff.InboundTightened, Place: "inbound.caller_limits", After: "true"},
		}},
		"ends": {both, none, []plandiff.Change{
			{Severity: plandiff.Security, Kind: plandiff.InboundWeakened, Place: "inbound.tls", Before: "true"},
			{Severity: plandiff.Security, Kind: plandiff.InboundWeakened, Place: "inbound.caller_limits", Before: "true"},
		}},
	} {
		got := plandiff.Compare(&plan.Plan{Service: plan.Service{Inbound: test.was}}, &plan.Plan{Service: plan.Service{Inbound: test.is}})
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}
