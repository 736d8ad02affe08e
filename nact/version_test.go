package nact_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// versions are two versions of one tool. The second puts its additions first, so that positions differ.
func versions() []nact.Signature {
	first := nact.Signature{
		ToolID: forecastID, Name: "lookup_forecast", Description: "Look up a forecast.", Version: 1,
		Inputs: []nact.Input{
			{ID: "city", Name: "City", Type: nact.String, MaxLength: 5},
			{ID: "hours", Name: "Hours", Type: nact.Int, Default: int64(12)},
		},
		Outputs: []nact.Output{{ID: "summary", Name: "Summary", Type: nact.String}},
	}
	second := first
	second.Version = 3
	second.Inputs = []nact.Input{
		{ID: "day", Name: "Day", Type: nact.String, Default: "today"},
		{ID: "metric", Name: "Metric", Type: nact.Boolean, Optional: true},
		{ID: "city", Name: "City", Type: nact.String, MaxLength: 9},
		{ID: "hours", Name: "Hours", Type: nact.Int, Default: int64(12)},
	}
	second.Outputs = []nact.Output{{ID: "wind", Name: "Wind", Type: nact.Int}, first.Outputs[0]}
	second.Failures = []nact.AllowedValue{{Name: "NO_SUCH_CITY"}}
	return []nact.Signature{first, second}
}

func TestOldVersionKeepsItsInputs(t *testing.T) {
	contracts := contractOf(t, versions()...)
	call := []nact.Argument{{Name: "City", Value: "Omaha"}}

	got, violations := contracts[0].Check(call)
	if want := (nact.Arguments{"today", nil, "Omaha", int64(12)}); violations != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("version 1: got %v, %v; want %v: its own defaults, and those of inputs it did not have", got, violations, want)
	}
	_, violations = contracts[0].Check([]nact.Argument{{Name: "City", Value: "Lincoln"}, {Name: "Day", Value: "today"}})
	if got, want := rulesOf(violations), []string{"City max-length", "Day unknown"}; !reflect.DeepEqual(got, want) {
		t.Errorf("version 1 is checked by %v, want %v: its own limits", got, want)
	}
}

func TestOldVersionStillNeedsWhatHasADefaultNow(t *testing.T) {
	both := versions()
	both[0].Inputs[1].Default = nil
	contracts := contractOf(t, both...)
	call := []nact.Argument{{Name: "City", Value: "Omaha"}}
	if _, violations := contracts[0].Check(call); !reflect.DeepEqual(rulesOf(violations), []string{"Hours required"}) {
		t.Errorf("version 1: got %v", violations)
	}
	got, violations := contracts[1].Check(call)
	if want := (nact.Arguments{"today", nil, "Omaha", int64(12)}); violations != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("version 3: got %v, %v; want %v", got, violations, want)
	}
}

func TestOldVersionKeepsItsOutputs(t *testing.T) {
	tool := nact.Tool{Versions: versions(), Invoke: func(context.Context, nact.Arguments) (nact.Results, error) {
		return nact.Results{int64(7), "Sunny"}, nil
	}}
	contracts := ready(t, tool)
	for i, want := range []string{"Summary=Sunny", "Wind=7 Summary=Sunny"} {
		answer, err := contracts[i].Invoke(t.Context(), nil)
		if got := text(answer); err != nil || got != want {
			t.Errorf("version %d answers %s, %v; want %s", contracts[i].Signature().Version, got, err, want)
		}
	}
}

func TestOldVersionDoesNotKnowNewFailures(t *testing.T) {
	tool := nact.Tool{Versions: versions(), Invoke: func(context.Context, nact.Arguments) (nact.Results, error) {
		return nil, nact.Fail("NO_SUCH_CITY", "No city is called so.")
	}}
	contracts := ready(t, tool)
	answer, err := contracts[1].Invoke(t.Context(), nil)
	if got, want := text(answer), "Failure=NO_SUCH_CITY Failure detail=No city is called so."; err != nil || got != want {
		t.Errorf("version 3 answers %s, %v; want %s", got, err, want)
	}
	if answer.Failure == nil || answer.Failure.Name != "NO_SUCH_CITY" {
		t.Errorf("version 3 reports failure %v", answer.Failure)
	}
	_, err = contracts[0].Invoke(t.Context(), nil)
	wantFault(t, err, nact.Internal, "the tool failed in a way that its version 1 does not declare")
}
