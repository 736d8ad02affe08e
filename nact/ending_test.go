package nact

import (
	"context"
	"fmt"
	"testing"
)

func TestOutcomes(t *testing.T) {
	left := &Fault{Detail: "the step could not be run", Err: fmt.Errorf("weather.point: %w", context.Canceled)}
	tests := []struct {
		name           string
		ending         Ending
		answered, gone bool
		want           Outcome
	}{
		{"an answer", Ending{}, true, false, Succeeded},
		{"an answer that nobody waits for", Ending{}, true, true, Succeeded},
		{"a declared failure", Ending{Failure: "NO_CITY"}, true, false, Failed},
		{"a violation", Ending{Violations: []Violation{{Rule: RuleMax}}}, false, false, Violated},
		{"a fault", Ending{Err: &Fault{}}, false, false, Faulted},
		{"a fault of a call that went on without its caller", Ending{Err: &Fault{}}, false, true, Faulted},
		{"a call that was cut off", Ending{Err: left}, false, false, Faulted},
		{"a call whose caller left", Ending{Err: left}, false, true, Left},
		{"a caller who left before the call began", Ending{}, false, true, Left},
		{"an overload", Ending{}, false, false, Refused},
		{"an earlier answer", Ending{Replayed: true}, true, false, Succeeded},
		{"an earlier fault", Ending{Replayed: true}, false, false, Faulted},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.ending.Conclude(test.answered, test.gone); test.ending.Outcome != test.want {
				t.Errorf("got %q, want %q", test.ending.Outcome, test.want)
			}
			if test.want == Left && test.ending.Err != nil {
				t.Error("it is no fault that the caller left")
			}
		})
	}
}
