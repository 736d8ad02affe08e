package naming

import (
	"fmt"
	"testing"
)

func TestScope(t *testing.T) {
	outer := Assign(smallPlan()).Scope("ctx", "in", "out", "err")
	names := func(s *Scope, hints ...string) string {
		var given []string
		for _, h := range hints {
			given = append(given, s.Name(h))
		}
		return fmt.Sprint(given)
	}
	if got, want := names(outer, "period", "period", "in", "range", "len", "time", "weather", "states", "grid_id", "x1", "x1", "***"),
		"[period period2 in2 rangeValue lenValue timeValue weatherValue statesValue gridID x1 x1_2 value]"; got != want {
		t.Errorf("names are %s, want %s", got, want)
	}
	if got, want := outer.Name("period", "first_period"), "firstPeriod"; got != want {
		t.Errorf("a name with a second hint is %s, want %s", got, want)
	}
	if got, want := outer.Name("period", "first_period"), "period3"; got != want {
		t.Errorf("a name both of whose hints are taken is %s, want %s", got, want)
	}
	if got, want := names(outer.Child(), "period", "other"), "[period4 other]"; got != want {
		t.Errorf("names in a block are %s, want %s", got, want)
	}
	if got, want := names(outer, "other", "period"), "[other period4]"; got != want {
		t.Errorf("names after the block are %s, want %s", got, want)
	}
}
