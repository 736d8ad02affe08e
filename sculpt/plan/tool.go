package plan

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Enum returns the values that an agent may give for the input, or for the elements of the list that it is; nil if these are of no enum.
func (in *Input) Enum() *ir.Enum {
	t := in.Type
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	if t.Kind == ir.List {
		t = t.Elem
	}
	return t.Enum
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

// AsksTime reports whether an expression of the tool calls now(), or one of a part that it uses.
func (t *Tool) AsksTime() bool {
	for _, n := range t.All() {
		if ir.Contains(n, func(n ir.Node) bool {
			call, ok := n.(*ir.Call)
			return ok && call.Func == ir.FnNow
		}) {
			return true
		}
	}
	return slices.ContainsFunc(t.GoSteps(), func(s *GoStep) bool { return s.Function.Part != nil && s.Function.Part.AsksTime() })
}

func enumOf(t *ir.Type) *ir.Enum {
	if t.Kind == ir.Optional {
		return t.Elem.Enum
	}
	return t.Enum
}

// Wired returns the literals that are given for parameters as they stand on the wire of N-ACT. typeOf returns the type of a parameter by its name.
func Wired(given []Given, typeOf func(name string) nact.Type) []Given {
	wired := slices.Clone(given)
	for i := range wired {
		if typeOf(wired[i].Name).IsText() {
			wired[i].Value = string(jsontext.AppendValue(nil, wired[i].Value))
		}
	}
	return wired
}

// InputType returns the type of the input of a name.
func (t *Tool) InputType(name string) nact.Type {
	for _, in := range t.Signature.Inputs {
		if in.Name == name {
			return in.Type
		}
	}
	return ""
}

// OutputType returns the type of the output of a name.
func (t *Tool) OutputType(name string) nact.Type {
	for _, out := range t.Signature.Outputs {
		if out.Name == name {
			return out.Type
		}
	}
	return ""
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
		Schemas:    make(map[string]string),
	}.ReadingAll()
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
