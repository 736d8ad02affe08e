package plan

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Enum returns the values that an agent may give for the input, or nil if it is no enum.
func (in *Input) Enum() *ir.Enum {
	return enumOf(in.Type)
}

// Enum returns the values that an agent may get for the output, once package analysis has given it their type; nil if it is no enum.
func (out *Output) Enum() *ir.Enum { return enumOf(out.Value.Type()) }

// OutputEnum returns the values of the output at a position if they are of its own; nil if it is no enum, or hands on a value of an input or
// what an output before it has.
func (t *Tool) OutputEnum(i int) *ir.Enum {
	enum := t.Outputs[i].Enum()
	if slices.ContainsFunc(t.Inputs, func(in *Input) bool { return in.Enum() == enum }) ||
		slices.ContainsFunc(t.Outputs[:i], func(out *Output) bool { return out.Enum() == enum }) {
		return nil
	}
	return enum
}

func enumOf(t *ir.Type) *ir.Enum {
	if t.Kind == ir.Optional {
		return t.Elem.Enum
	}
	return t.Enum
}

// DryStep is what a dry run of a tool knows of a step that writes.
type DryStep struct {
	Name   string // the path to the step, as [Recording] has it
	Step   StepAction
	When   bool     // it may not run
	Each   bool     // it runs for each element of a list
	Unread bool     // nothing but what takes it back reads the outcome of it
	Sends  []string // the secret config values that its request, or its function, gets beside credentials
	Opaque bool     // something that it sends is computed of a secret, which does not show in it as it is
	Echoes []string // if it sends what upstreams have answered: the secret config values that they may repeat, credentials and others that the tool sends
}

// Descriptor is what the service will say of the tool, by which faces describe it: its versions, what calls do, schemas of outputs. It cannot be invoked.
func (t *Tool) Descriptor() nact.Tool {
	d := nact.Tool{
		Versions:   append(t.Older[:len(t.Older):len(t.Older)], t.Signature),
		Writes:     t.Writes,
		Additive:   t.Additive,
		Idempotent: t.Idempotent,
		Formats:    nact.CheckFormat,
		Schemas:    make(map[string]string),
	}
	for _, out := range t.Outputs {
		if out.Schema != "" {
			d.Schemas[out.ID] = out.Schema
		}
	}
	if t.Withdrawn != nil {
		d.Withdrawn = &nact.Withdrawal{Since: t.Withdrawn.Since, Sunset: t.Withdrawn.Sunset}
	}
	return d
}
