// Package signature makes the signature of a tool: the one that is checked, served and published.
package signature

import (
	"context"
	"errors"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Of returns the current version of a tool as its callers see it.
func Of(t *plan.Tool) nact.Signature {
	s := nact.Signature{
		ToolID: t.ID, Name: t.Name, Description: t.Description, Img: t.Img, Version: int(t.Version), Tags: t.Tags,
		Failures: allowedValues(t.Failures),
	}
	for _, in := range t.Inputs {
		s.Inputs = append(s.Inputs, input(in))
	}
	for _, out := range t.Outputs {
		s.Outputs = append(s.Outputs, nact.Output{
			ID: out.ID, Name: out.Name, Type: nact.Type(out.Kind), Description: out.Description, AllowedValues: allowedValues(out.Values),
		})
	}
	return s
}

func input(in *plan.Input) nact.Input {
	return nact.Input{
		ID: in.ID, Name: in.Name, Type: nact.Type(in.Kind), Description: in.Description, Optional: in.NotRequired,
		Min: in.Min, Max: in.Max, MaxLength: int(in.MaxLength), AllowedValues: allowedValues(in.Values),
		Format: in.Format, Default: in.Default, Examples: in.Examples,
	}
}

func allowedValues(values []plan.Named) []nact.AllowedValue {
	var allowed []nact.AllowedValue
	for _, v := range values {
		allowed = append(allowed, nact.AllowedValue{Name: v.Name, Description: v.Description})
	}
	return allowed
}

// Problem asks the run-time library why it would not serve the tool, or returns nil: a service that does not start is worse
// than a finding without an exact place.
func Problem(t *plan.Tool) error {
	_, err := nact.Contracts([]nact.Tool{{Versions: []nact.Signature{t.Signature}, Invoke: neverInvoked}})
	return err
}

// Violation says which constraint of the input a value breaks, in the words of the service itself, or returns "".
func Violation(in *plan.Input, value any) string {
	signature := nact.Signature{
		ToolID: "00000000-0000-0000-0000-000000000000", Name: "tool", Version: 1, Description: "tool",
		Inputs: []nact.Input{input(in)},
	}
	signature.Inputs[0].Default, signature.Inputs[0].Examples = nil, nil
	contracts, err := nact.Contracts([]nact.Tool{{Versions: []nact.Signature{signature}, Invoke: neverInvoked}})
	if err != nil {
		return "" // the input itself is wrong, which has been reported
	}
	_, violations := contracts[0][0].Check([]nact.Argument{{Name: in.Name, Value: value}})
	if len(violations) == 0 {
		return ""
	}
	return violations[0].Message
}

// neverInvoked stands for what a tool does, where only its signature matters.
func neverInvoked(context.Context, nact.Arguments) (nact.Results, error) {
	return nil, errors.New("this tool cannot be invoked")
}
