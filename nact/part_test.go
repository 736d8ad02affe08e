package nact_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// TestPartError: a fault names the way to its step through the parts around it, with the elements that lists on the way go through; a declared failure
// stays as it is.
func TestPartError(t *testing.T) {
	upstream := &nact.Fault{Kind: nact.BadAnswer, Operation: "geo.search", Detail: "it failed"}
	element := *upstream
	element.Step, element.Element = "lookup", nact.Some(3)
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"a call", nact.StepError("lookup", upstream), "step site.lookup: geo.search: it failed"},
		{"an element", &element, "step site.lookup[3]: geo.search: it failed"},
		{"a part in a part", nact.PartError("place", &element), "step site.place.lookup[3]: geo.search: it failed"},
		{"an expression", nact.AnswerFault("steps.lookup.with.name", errors.New("x")), "steps.site.lookup.with.name: the expression has no value for this data"},
		{"an output", nact.CallFault("outputs.name", errors.New("x")), "steps.site.outputs.name: the expression has no value for this data"},
		{"something else", errors.New("x"), "step site: the step could not be run"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := nact.PartError("site", tt.err)
			if got.Error() != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			var fault *nact.Fault
			if !errors.As(got, &fault) || fault.Element.Has {
				t.Errorf("got %+v", fault)
			}
			placed := *fault
			placed.Element = nact.Some(2)
			if want := strings.Replace(tt.want, "site", "site[2]", 1); placed.Error() != want {
				t.Errorf("for an element: got %q, want %q", placed.Error(), want)
			}
		})
	}
	failure := nact.Fail("NONE", "")
	if got := nact.PartError("site", failure); got != failure {
		t.Errorf("a failure became %v", got)
	}
}

// TestPartErrorBlame: what fails on the inputs of a part is the fault of whoever gave them.
func TestPartErrorBlame(t *testing.T) {
	failed := nact.InputFault("outputs.n", errors.New("x"), "a", "b")
	for _, tt := range []struct {
		name   string
		given  []nact.Given
		kind   nact.FaultKind
		inputs []string
	}{
		{"nobody", nil, nact.Internal, nil},
		{"the caller", []nact.Given{{Input: "a", Inputs: []string{"y", "x"}}, {Input: "b", Inputs: []string{"x"}}}, nact.BadInput, []string{"x", "y"}},
		{"an upstream", []nact.Given{{Input: "a", Inputs: []string{"x"}}, {Input: "b", Answers: true}}, nact.BadAnswer, nil},
		{"an input that is not at fault", []nact.Given{{Input: "c", Answers: true}}, nact.Internal, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var fault *nact.Fault
			if !errors.As(nact.PartError("site", failed, tt.given...), &fault) || fault.Kind != tt.kind || !slices.Equal(fault.Inputs, tt.inputs) {
				t.Errorf("got %+v", fault)
			}
		})
	}
}

func TestStepPath(t *testing.T) {
	for step, want := range map[string]string{"": "", "a": "a", "a.b[2].c[10]": "a.b.c", "a[": "a"} {
		if got := nact.StepPath(step); got != want {
			t.Errorf("%s is %s, want %s", step, got, want)
		}
	}
}
