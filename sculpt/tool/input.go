package tool

import (
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/signature"
	"github.com/nactgen/nactgen/sculpt/value"
)

// scalarTypes are the types of inputs and outputs as N-ACT spells them, but for json, which has no one type.
var scalarTypes = map[string]*ir.Type{"string": ir.StringType, "int": ir.IntType, "boolean": ir.BoolType, "enum": ir.StringType}

// checkInputs checks the inputs of a tool.
func checkInputs(inputs []*manifest.Input, found *diag.List) []*plan.Input {
	var checked []*plan.Input
	names := displayNames{}
	for _, m := range inputs {
		in := checkInput(m, found)
		names.take("inputs", m.ID, m.Name, in.Name, found)
		checked = append(checked, in)
	}
	return checked
}

// checkInput checks an input's default and examples against its constraints, and decides its type. An input whose type was
// written wrongly is dyn, so that nothing more is said of it.
func checkInput(m *manifest.Input, found *diag.List) *plan.Input {
	in := &plan.Input{
		ID: m.ID.V, Name: m.Name.V, Kind: m.Type.V, Description: m.Description.V,
		MaxLength: m.MaxLength.V, Format: m.Format.V, Values: namedList(m.Values), Type: ir.DynType,
	}
	if in.Name == "" {
		in.Name = manifest.DisplayName(in.ID)
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
	samples(in, m, found)
	if in.NotRequired = m.Default != nil || !m.Required.V; in.NotRequired && m.Default == nil {
		in.Optional = true
		in.Type = ir.OptionalOf(in.Type)
	}
	if m.Default != nil && m.Required.Set && m.Required.V {
		found.ErrorAt(m.Required, "contradiction", "an input with a default is not required; leave out \"required\" or \"default\"")
	}
	return in
}

// samples checks the default and the examples of an input: they must be what a caller could give.
func samples(in *plan.Input, m *manifest.Input, found *diag.List) {
	if m.Default != nil {
		in.Default, _ = sample(in, m.Default, "the default", found)
	}
	for _, e := range m.Examples {
		if v, ok := sample(in, e, "an example", found); ok {
			in.Examples = append(in.Examples, v)
		}
	}
}

// sample is a literal that a caller could give for the input. If it is none, what is wrong is reported.
func sample(in *plan.Input, n *manifest.Node, what string, found *diag.List) (literal any, ok bool) {
	literal, message := value.Literal(n, scalarTypes[in.Kind])
	if message == "" {
		message = signature.Violation(in, literal)
	}
	if message != "" {
		found.ErrorAt(n, "constraint", "%s of the input %s: %s", what, in.ID, message)
		return nil, false
	}
	return literal, true
}

func valueNames(values []plan.Named) []string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = v.Name
	}
	return names
}
