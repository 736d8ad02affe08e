package tool

import (
	"cmp"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/signature"
	"github.com/nactgen/nactgen/sculpt/value"
)

// scalarTypes are the types of inputs and outputs in expressions, but for json, which has no one type.
var scalarTypes = map[nact.Type]*ir.Type{nact.String: ir.StringType, nact.Int: ir.IntType, nact.Boolean: ir.BoolType, nact.Enum: ir.StringType}

// checkInputs checks the inputs of a tool: as callers see them, and as expressions do.
func checkInputs(inputs []*manifest.Input, found *diag.List) (declared []nact.Input, read []*plan.Input) {
	names := displayNames{}
	for _, m := range inputs {
		in := checkInput(m, found)
		names.take("inputs", m.ID, m.Name, in.Name, found)
		declared = append(declared, in)
		read = append(read, &plan.Input{ID: in.ID, Type: inputType(in, m)})
	}
	return declared, read
}

// checkInput checks an input's default and examples against its constraints.
func checkInput(m *manifest.Input, found *diag.List) nact.Input {
	in := nact.Input{
		ID: m.ID.V, Name: displayName(m.Name, m.ID), Type: nact.Type(m.Type.V), Description: m.Description.V, Optional: m.Default != nil || !m.Required.V,
		MaxLength: int(m.MaxLength.V), Format: m.Format.V, AllowedValues: allowedValues(m.Values),
	}
	if m.Min.Set {
		in.Min = &m.Min.V
	}
	if m.Max.Set {
		in.Max = &m.Max.V
	}
	if in.Type == "" {
		return in
	}
	if m.Default != nil {
		in.Default, _ = sample(in, m.Default, "the default", found)
	}
	for _, e := range m.Examples {
		if v, ok := sample(in, e, "an example", found); ok {
			in.Examples = append(in.Examples, v)
		}
	}
	if m.Default != nil && m.Required.Set && m.Required.V {
		found.ErrorAt(m.Required, "contradiction", "an input with a default is not required; leave out \"required\" or \"default\"")
	}
	return in
}

// displayName is the name of a parameter as callers see it; one that is not written is made of the id.
func displayName(written, id manifest.Value[string]) string {
	return cmp.Or(written.V, manifest.DisplayName(id.V))
}

// inputType is the type of an input in expressions. One whose type was written wrongly is dyn, so that nothing more is said
// of it.
func inputType(in nact.Input, m *manifest.Input) *ir.Type {
	t := scalarTypes[in.Type]
	switch in.Type {
	case "":
		return ir.DynType
	case nact.Enum:
		t = &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: in.ID, Values: valueNames(in.AllowedValues)}}
	}
	if in.Optional && m.Default == nil {
		return ir.OptionalOf(t)
	}
	return t
}

// sample is a literal that a caller could give for the input. If it is none, what is wrong is reported.
func sample(in nact.Input, n *manifest.Node, what string, found *diag.List) (literal any, ok bool) {
	literal, message := value.Literal(n, scalarTypes[in.Type])
	if message == "" {
		message = signature.Violation(in, literal)
	}
	if message != "" {
		found.ErrorAt(n, "constraint", "%s of the input %s: %s", what, in.ID, message)
		return nil, false
	}
	return literal, true
}

func valueNames(values []nact.AllowedValue) []string {
	return lists.Map(values, func(v nact.AllowedValue) string { return v.Name })
}
