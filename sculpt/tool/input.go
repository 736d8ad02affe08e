package tool

import (
	"cmp"
	"encoding/json"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsonscan"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/signature"
	"github.com/nactgen/nactgen/sculpt/value"
)

// scalarTypes are the types of inputs and outputs in expressions, but for json, which has no one type.
var scalarTypes = map[nact.Type]*ir.Type{
	nact.String: ir.StringType, nact.Int: ir.IntType, nact.Number: ir.DoubleType, nact.Boolean: ir.BoolType, nact.Enum: ir.StringType,
}

// checkInputs checks the inputs of a tool: as callers see them, and as expressions do.
func checkInputs(t *manifest.Tool, service *Service, found *diag.List) (declared []nact.Input, read []*plan.Input) {
	c := &inputChecker{t, service, map[*manifest.Domain]spelled{}, found}
	names := displayNames{}
	for _, m := range t.Inputs {
		in := c.input(m)
		names.take("inputs", m.ID, m.Name, in.Name, found)
		declared = append(declared, in)
		read = append(read, &plan.Input{ID: in.ID, Type: c.inputType(in, m)})
	}
	return declared, read
}

// inputChecker checks the inputs of a tool.
type inputChecker struct {
	tool    *manifest.Tool
	service *Service
	enums   map[*manifest.Domain]spelled
	found   *diag.List
}

// input checks an input's default and examples against its constraints.
func (c *inputChecker) input(m *manifest.Input) nact.Input {
	in, found := c.domain(&m.Domain), c.found
	in.ID, in.Name, in.Description = m.ID.V, displayName(m.Name, m.ID), m.Description.V
	in.Optional = m.Default != nil || !m.Required.V
	if in.Type == nact.List {
		items := nact.Input{Type: nact.String}
		if m.Items != nil {
			items = c.domain(m.Items)
		}
		in.Items, in.MinItems, in.MaxItems, in.Unique = &items, int(m.MinItems.V), int(m.MaxItems.V), m.Unique.V
		if items.Type == "" {
			in.Type = ""
		}
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

// domain returns an input that takes what a domain says. Its type is empty if it takes what cannot be found.
func (c *inputChecker) domain(m *manifest.Domain) nact.Input {
	found := c.found
	in := nact.Input{
		Type: nact.Type(m.Type.V), Decimals: int(m.Decimals.V), MinLength: int(m.MinLength.V), MaxLength: int(m.MaxLength.V),
		Pattern: checkPattern(m.Pattern, found), Format: m.Format.V, AllowedValues: allowedValues(m.Values),
		Min: written(m.Min), Max: written(m.Max), Least: written(m.Least), Most: written(m.Most),
	}
	values := spelled{allowed: in.AllowedValues}
	if m.ValuesOf.Set && in.Type == nact.Enum {
		var ok bool
		if values, ok = c.spellings(m); !ok {
			in.Type = ""
		}
		in.AllowedValues = values.allowed
	}
	c.enums[m] = values
	for _, bound := range []manifest.Value[float64]{m.Least, m.Most} {
		if message := signature.Violation(nact.Input{Name: "The bound", Type: nact.Number, Decimals: in.Decimals}, bound.V); bound.Set && message != "" {
			found.ErrorAt(bound, "constraint", "%s", message)
		}
	}
	return in
}

// written returns a value that was written, or nil.
func written[T any](v manifest.Value[T]) *T {
	if !v.Set {
		return nil
	}
	return &v.V
}

// checkPattern returns a pattern if it means the same to whoever reads the signature as to the service.
func checkPattern(pattern manifest.Value[string], found *diag.List) string {
	if problem := signature.PatternProblem(pattern.V); pattern.Set && problem != "" {
		found.ErrorAt(pattern, "pattern", "%s", problem)
		return ""
	}
	return pattern.V
}

// displayName is the name of a parameter as callers see it; one that is not written is made of the id.
func displayName(written, id manifest.Value[string]) string {
	return cmp.Or(written.V, manifest.DisplayName(id.V))
}

// inputType is the type of an input in expressions. One whose type was written wrongly is dyn, so that nothing more is said
// of it.
func (c *inputChecker) inputType(in nact.Input, m *manifest.Input) *ir.Type {
	if in.Type == "" {
		return ir.DynType
	}
	t := scalarTypes[in.Type]
	switch {
	case in.Type == nact.Enum:
		t = c.enums[&m.Domain].enum(in.ID)
	case in.Type == nact.List && in.Items.Type == nact.Enum:
		t = ir.ListOf(c.enums[m.Items].enum(in.ID))
	case in.Type == nact.List:
		t = ir.ListOf(scalarTypes[in.Items.Type])
	}
	if in.Optional && m.Default == nil {
		return ir.OptionalOf(t)
	}
	return t
}

// sample is a literal that a caller could give for the input. If it is none, what is wrong is reported.
func sample(in nact.Input, n *manifest.Node, what string, found *diag.List) (literal any, ok bool) {
	literal, given, at, message := sampleOf(in, n)
	if message == "" {
		message = signature.Violation(in, given)
	}
	if message != "" {
		found.ErrorAt(at, "constraint", "%s of the input %s: %s", what, in.ID, message)
		return nil, false
	}
	return literal, true
}

// sampleOf reads a literal that a caller could give for the input, and as the caller gives it; message says why the value at a place is none.
func sampleOf(in nact.Input, n *manifest.Node) (literal, given any, at *manifest.Node, message string) {
	switch {
	case in.Type != nact.List && n.Kind == manifest.Scalar:
		literal, message = value.Literal(n, scalarTypes[in.Type])
		return literal, exact(n, literal), n, message
	case in.Type != nact.List:
		return nil, nil, n, "this is no single value"
	case n.Kind != manifest.List:
		return nil, nil, n, "this is no list"
	}
	elements, spelled := []any{}, []any{}
	for _, item := range n.Items {
		element, given, at, message := sampleOf(*in.Items, item)
		if message != "" {
			return nil, nil, at, message
		}
		elements, spelled = append(elements, element), append(spelled, given)
	}
	return elements, spelled, n, ""
}

// exact returns a literal with all digits that are written, of which a number may not keep all.
func exact(n *manifest.Node, literal any) any {
	if _, isNumber := literal.(float64); isNumber {
		if end, wrong := jsonscan.Number([]byte(n.Text()), 0); wrong == "" && end == len(n.Text()) {
			return json.Number(n.Text())
		}
	}
	return literal
}

func valueNames(values []nact.AllowedValue) []string {
	return lists.Map(values, func(v nact.AllowedValue) string { return v.Name })
}
