package nact

import (
	"context"
	"errors"
	"reflect"
	"testing"
)

// unusable is an error whose text may be shown.
type unusable struct{}

func (unusable) Error() string  { return "secret: it must be at most 30" }
func (unusable) Public() string { return "it must be at most 30" }

// TestInputFault holds that a fault of inputs names them as the called version does, and is the service's where that
// version has none of them.
func TestInputFault(t *testing.T) {
	first := Signature{
		ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "list", Description: "List.", Version: 1,
		Inputs:  []Input{{ID: "limit", Name: "Limit", Type: Int, Description: "How many.", Optional: true}},
		Outputs: []Output{{ID: "count", Name: "Count", Type: Int, Description: "How many."}},
	}
	second := first
	second.Version = 2
	second.Inputs = append(first.Inputs[:1:1], Input{ID: "page", Name: "Page", Type: Int, Description: "Which.", Optional: true})
	var failed error
	tool := Tool{Versions: []Signature{first, second}, Invoke: func(context.Context, Arguments) (Results, error) { return nil, failed }}
	contracts, err := Contracts([]Tool{tool})
	if err != nil {
		t.Fatal(err)
	}
	message := func(names string) string { return names + " cannot be used as given: it must be at most 30." }
	tests := []struct {
		name    string
		version int
		inputs  []string
		kind    FaultKind
		want    []Violation
	}{
		{"one", 1, []string{"limit"}, BadInput, []Violation{{"Limit", RuleValue, message(`"Limit"`)}}},
		{"two", 1, []string{"limit", "page"}, BadInput, []Violation{{"", RuleValue, message(`"Limit" and "Page"`)}}},
		{"one that an older version has not", 0, []string{"limit", "page"}, BadInput, []Violation{{"Limit", RuleValue, message(`"Limit"`)}}},
		{"none that an older version has", 0, []string{"page"}, Internal, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			failed = InputFault("steps.list.with.limit", unusable{}, test.inputs...)
			_, err := contracts[0][test.version].Invoke(t.Context(), nil)
			var fault *Fault
			if !errors.As(err, &fault) || fault.Kind != test.kind || !reflect.DeepEqual(fault.Violations, test.want) {
				t.Errorf("got %+v, want kind %d and %v", fault, test.kind, test.want)
			}
			if want := "steps.list.with.limit: it must be at most 30"; fault.Error() != want {
				t.Errorf("got %q, want %q", fault.Error(), want)
			}
		})
	}
}
