package nact_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

func TestStepError(t *testing.T) {
	fault := &nact.Fault{Kind: nact.Timeout, Operation: "weather.point", Detail: "no answer in 5s"}
	named := nact.StepError("point", fmt.Errorf("calling: %w", fault))
	wantFault(t, named, nact.Timeout, "step point: weather.point: no answer in 5s")
	if fault.Step != "" {
		t.Error("the fault that was given has changed")
	}
	failure := nact.Fail("GONE", "It is gone.")
	if got := nact.StepError("point", failure); got != failure {
		t.Errorf("a failure became %v", got)
	}
	cause := errors.New("secret")
	other := nact.StepError("point", cause)
	wantFault(t, other, nact.Internal, "step point: the step could not be run")
	if !errors.Is(other, cause) {
		t.Error("the cause is lost")
	}
	late := nact.StepError("price", fmt.Errorf("asking: %w", context.DeadlineExceeded))
	wantFault(t, late, nact.Timeout, "step price: the step ran out of time")
	if !nact.IsTimeout(late) || !nact.IsTimeout(context.DeadlineExceeded) || nact.IsTimeout(other) {
		t.Error("what is a timeout is none, or the other way round")
	}
}

func TestExpressionFaults(t *testing.T) {
	cause := fmt.Errorf("reading: %w", cel.ErrNaN)
	wantFault(t, nact.AnswerFault("vars.period", cause), nact.BadAnswer, "vars.period: NaN cannot be ordered")
	wantFault(t, nact.CallFault("require", cause), nact.Internal, "require: NaN cannot be ordered")
}

// TestPresumptions holds that an expression which takes more of an answer than anybody promises is the service's fault, and the upstream's where its
// document promises it.
func TestPresumptions(t *testing.T) {
	_, index := cel.At([]int64{7}, 1)
	_, slice := cel.Slice([]int64{7}, 0, 3)
	_, substring := cel.SubstringRange("s3cret", 0, 10)
	_, promised := cel.Promised(cel.At([]int64{}, 0))
	for _, test := range []struct {
		name, want string
		err        error
	}{
		{"an index", "index 1 out of bounds, the list has 1 element", fmt.Errorf("reading: %w", index)},
		{"a slice", "slice(0, 3): the list has 1 element", slice},
		{"a text", "index 10 out of range, the string has 6 code points", substring},
		{"the first that meets a condition", "no element of the list meets the condition", cel.NoElement()},
	} {
		t.Run(test.name, func(t *testing.T) {
			wantFault(t, nact.AnswerFault("vars.x", test.err), nact.Internal, "vars.x: "+test.want+"; the tool takes more for granted than the upstream promises")
			wantFault(t, nact.InputFault("vars.x", test.err, "n"), nact.BadInput, "vars.x: "+test.want)
		})
	}
	wantFault(t, nact.AnswerFault("vars.x", promised), nact.BadAnswer, "vars.x: index 0 out of bounds, the list has 0 elements, and its document promises more")
	var of *cel.IndexError
	if !errors.As(promised, &of) {
		t.Error("what a document promises is no error of an index any more")
	}
	if v, err := cel.Promised(cel.At([]int64{7}, 0)); v != 7 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
}

// TestExpressionFaultsHideValues holds that no detail shows what an upstream answered.
func TestExpressionFaultsHideValues(t *testing.T) {
	_, notInt := cel.IntFromString("s3cret")
	_, noKey := cel.Key(map[string]int64{}, "s3cret")
	_, absent := cel.Get(nact.Opt[int64]{}, "steps.point.body.id")
	_, mixed := cel.DynAdd("s3cret", int64(1))
	_, offset := cel.Location("s3cret")
	tests := []struct {
		name, want string
		err        error
	}{
		{"a conversion", "a text is not an int", notInt},
		{"a key", "no such key", noKey},
		{"a member", `no such key: "steps.point.body.id"`, absent},
		{"types", "no such overload: + on string and int", mixed},
		{"any other error", "the expression has no value for this data", offset},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			wantFault(t, nact.AnswerFault("vars.x", test.err), nact.BadAnswer, "vars.x: "+test.want)
		})
	}
}

func TestErrorQuestions(t *testing.T) {
	tests := []struct {
		name        string
		err         error
		status      int
		unreachable bool
		timeout     bool
	}{
		{"nil", nil, 0, false, false},
		{"another error", errors.New("x"), 0, false, false},
		{"a failure", nact.Fail("GONE", ""), 0, false, false},
		{"an upstream's status", nact.StepError("a", &nact.Fault{Kind: nact.BadAnswer, UpstreamStatus: 404}), 404, false, false},
		{"unreachable", &nact.Fault{Kind: nact.BadAnswer, Breakdown: nact.Unreachable}, 0, true, false},
		{"timeout", fmt.Errorf("x: %w", &nact.Fault{Kind: nact.Timeout}), 0, false, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := nact.Status(test.err); got != test.status {
				t.Errorf("Status is %d", got)
			}
			if got := nact.IsUnreachable(test.err); got != test.unreachable {
				t.Errorf("IsUnreachable is %t", got)
			}
			if got := nact.IsTimeout(test.err); got != test.timeout {
				t.Errorf("IsTimeout is %t", got)
			}
		})
	}
}
