package flow_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/flow"
)

func TestElementError(t *testing.T) {
	cause := errors.New("secret")
	call := &nact.Fault{Kind: nact.BadAnswer, Operation: "clinic.listSlots", UpstreamStatus: 500, Detail: "the upstream answered 500"}
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"of a step", flow.ElementError(3, nact.StepError("slots", call)), "step slots[3]: clinic.listSlots: the upstream answered 500"},
		{"before the step is known", nact.StepError("slots", flow.ElementError(0, call)), "step slots[0]: clinic.listSlots: the upstream answered 500"},
		{"wrapped", flow.ElementError(3, fmt.Errorf("calling: %w", nact.StepError("slots", call))), "step slots[3]: clinic.listSlots: the upstream answered 500"},
		{"of an expression", flow.ElementError(3, nact.AnswerFault("steps.slots.with.x", cause)), "steps.slots[3].with.x: the expression has no value for this data"},
		{"of the whole step", flow.ElementError(3, nact.CallFault("steps.slots", cause)), "steps.slots[3]: the expression has no value for this data"},
		{"of another place", flow.ElementError(3, nact.AnswerFault("vars.steps.slots", cause)), "vars.steps.slots: the expression has no value for this data"},
		{"any other", nact.StepError("slots", flow.ElementError(3, cause)), "step slots[3]: the step could not be run"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.err.Error() != test.want {
				t.Errorf("got %q, want %q", test.err, test.want)
			}
		})
	}
	if call.Element.Has {
		t.Error("the fault that was given has changed")
	}
	if err := flow.ElementError(1, nact.StepError("slots", call)); nact.Status(err) != 500 {
		t.Errorf("the status of %v is %d", err, nact.Status(err))
	}
	if err := flow.ElementError(1, cause); !errors.Is(err, cause) {
		t.Errorf("the cause of %v is lost", err)
	}
	failure := nact.Fail("GONE", "It is gone.")
	if got := flow.ElementError(1, failure); got != failure {
		t.Errorf("a failure became %v", got)
	}
}
