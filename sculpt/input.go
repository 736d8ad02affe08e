package sculpt

import (
	"context"
	"errors"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// scalarTypes are the types of inputs and outputs as N-ACT spells them, but for json, which has no one type.
var scalarTypes = map[string]*ir.Type{"string": ir.StringType, "int": ir.IntType, "boolean": ir.BoolType, "enum": ir.StringType}

// input checks an input's default and examples against its constraints, and decides its type. An input whose type was
// written wrongly is dyn, so that nothing more is said of it.
func (t *toolChecker) input(m *manifest.Input) *plan.Input {
	in := &plan.Input{
		ID: m.ID.V, Name: m.Name.V, Kind: m.Type.V, Description: m.Description.V,
		MaxLength: m.MaxLength.V, Format: m.Format.V, Values: namedList(m.Values), Type: ir.DynType,
	}
	if in.Name == "" {
		in.Name = displayName(in.ID)
	}
	if m.Min.Set {
		in.Min = &m.Min.V
	}
	if m.Max.Set {
		in.Max = &m.Max.V
	}
	if in.Kind == "" {
		return in
	}
	in.Type = scalarTypes[in.Kind]
	if in.Kind == "enum" {
		in.Type = &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: in.ID, Values: valueNames(in.Values)}}
	}
	t.samples(in, m)
	if in.NotRequired = m.Default != nil || !m.Required.V; in.NotRequired && m.Default == nil {
		in.Optional = true
		in.Type = ir.OptionalOf(in.Type)
	}
	if m.Default != nil && m.Required.Set && m.Required.V {
		t.list.Errorf(m.Required.Pos, m.Required.Length, "contradiction", "an input with a default is not required; leave out \"required\" or \"default\"")
	}
	return in
}

// samples checks the default and the examples of an input: they must be what a caller could give.
func (t *toolChecker) samples(in *plan.Input, m *manifest.Input) {
	if m.Default != nil {
		in.Default, _ = t.sample(in, m.Default, "the default")
	}
	for _, e := range m.Examples {
		if v, ok := t.sample(in, e, "an example"); ok {
			in.Examples = append(in.Examples, v)
		}
	}
}

// sample is a literal that a caller could give for the input. If it is none, what is wrong is reported.
func (t *toolChecker) sample(in *plan.Input, n *manifest.Node, what string) (value any, ok bool) {
	value, message := literal(n, scalarTypes[in.Kind])
	if message == "" {
		message = violation(in, value)
	}
	if message != "" {
		t.nodeErrorf(n, "constraint", "%s of the input %s: %s", what, in.ID, message)
		return nil, false
	}
	return value, true
}

// violation says which constraint of the input a value breaks, in the words of the service itself, or returns "".
func violation(in *plan.Input, value any) string {
	signature := nact.Signature{
		ToolID: "00000000-0000-0000-0000-000000000000", Name: "tool", Version: 1, Description: "tool",
		Inputs: []nact.Input{signatureInput(in)},
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

func valueNames(values []plan.Named) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.Name
	}
	return names
}
