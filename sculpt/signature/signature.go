// Package signature asks the run-time library about signatures: whether a service can have a tool with one, and whether it would
// take a value for an input. So a rule of N-ACT stands in one place, and what the checker says is what the service does.
package signature

import (
	"cmp"
	"context"
	"errors"

	"github.com/nactgen/nactgen/nact"
)

// Problem says why no service can have a tool of that signature, or returns nil.
func Problem(s nact.Signature) error { return nact.Verify(toolOf(s)) }

func toolOf(s nact.Signature) []nact.Tool {
	return []nact.Tool{nact.Tool{Versions: []nact.Signature{s}, Invoke: neverInvoked}.ReadingAll()}
}

// Violation says which constraint of the input a value breaks, in the words of the service itself, or returns "".
func Violation(in nact.Input, value any) string {
	in.ID, in.Description = cmp.Or(in.ID, "input"), cmp.Or(in.Description, "input")
	in.Default, in.Examples = nil, nil // they have to keep the constraints themselves
	signature := nact.Signature{
		ToolID: "00000000-0000-0000-0000-000000000000", Name: "tool", Version: 1, Description: "tool",
		Inputs: []nact.Input{in},
	}
	if Problem(signature) != nil {
		return "" // the input itself is wrong, which has been reported
	}
	contracts, err := nact.Contracts(toolOf(signature))
	if err != nil {
		return ""
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
