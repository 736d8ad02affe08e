package tool

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// outputs checks the outputs of the tool: as callers see them, and as they are computed. One with failures has two outputs
// more, whose names are taken.
func (c *checker) outputs() (declared []nact.Output, computed []*plan.Output) {
	names := displayNames{}
	if len(c.tool.Failures) > 0 {
		names[nact.FailureName], names[nact.FailureDetailName] = nact.FailureID, nact.FailureDetailID
	}
	for _, m := range c.tool.Outputs {
		out := nact.Output{
			ID: m.ID.V, Name: displayName(m.Name, m.ID), Type: nact.Type(m.Type.V), Description: m.Description.V, AllowedValues: allowedValues(m.Values),
		}
		names.take("outputs", m.ID, m.Name, out.Name, c.found)
		declared = append(declared, out)
		computed = append(computed, c.output(out, m.Value))
	}
	return declared, computed
}

// output checks an output's value, which is nil if the author gave none, against its declared type.
func (c *checker) output(out nact.Output, n *manifest.Node) *plan.Output {
	computed := &plan.Output{ID: out.ID}
	if n == nil || n.Kind == manifest.Wrong {
		return computed
	}
	if out.Type == nact.JSON {
		computed.Value = c.shown.JSON(n, value.Anything, out.ID)
	} else {
		computed.Value = c.scalarOutput(out, n)
	}
	computed.Where = c.scope.Where(plan.Place{Section: plan.InOutputs, Name: out.ID}, computed.Value)
	return computed
}

// scalarOutput is the value of an output that is no json.
func (c *checker) scalarOutput(out nact.Output, n *manifest.Node) ir.Node {
	want := scalarTypes[out.Type]
	switch {
	case n.Kind != manifest.Scalar:
		c.found.ErrorAt(n, "type", "the output %s is of type %s, and its value a single one; a tree is of type json", out.ID, out.Type)
		return nil
	case n.IsLiteral():
		if literal, ok := outputLiteral(out, n, c.shown.Literal, c.found); ok {
			return &ir.Const{T: want, Value: literal}
		}
		return nil
	}
	e := n.Scalar.Single()
	if e == nil {
		if want.Kind != ir.String {
			c.found.ErrorAt(n, "type", "this is text, and the output %s is of type %s; write a single ${...}", out.ID, out.Type)
			return nil
		}
		return c.shown.Text(n.Scalar)
	}
	value := c.shown.Compile(e)
	if value == nil {
		return nil
	}
	for _, v := range c.shown.Possible(value) {
		if message := outputProblem(out, v); message != "" {
			c.found.ErrorAt(e, "enum", "%s", message)
			return nil
		}
	}
	if out.Type == nact.Enum {
		c.shown.Enum(e, value, valueNames(out.AllowedValues))
	}
	value = expr.AbsentIfNull(value)
	if value.Type().Kind == ir.Optional {
		want = ir.OptionalOf(want)
	}
	return c.shown.Assign(e, value, want)
}

// outputLiteral is a literal, as read gives it, as the value of an output that is no json; ok is false if the output cannot have it, which
// is reported.
func outputLiteral(out nact.Output, n *manifest.Node, read func(*manifest.Node, *ir.Type) (any, string), found *diag.List) (literal any, ok bool) {
	literal, message := read(n, scalarTypes[out.Type])
	if message == "" {
		message = outputProblem(out, literal)
	}
	if message != "" {
		found.ErrorAt(n, "type", "%s", message)
		return nil, false
	}
	return literal, true
}

// outputProblem says why an output cannot be a literal, or returns "".
func outputProblem(out nact.Output, literal any) string {
	s, ok := literal.(string)
	names := valueNames(out.AllowedValues)
	if out.Type != nact.Enum || !ok || slices.Contains(names, s) {
		return ""
	}
	return s + " is no value of the output " + out.ID + diag.Known(s, names)
}
