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

// outputs checks the outputs of the tool. One with failures has two outputs more, whose names are taken.
func (c *checker) outputs() []*plan.Output {
	names := displayNames{}
	if len(c.tool.Failures) > 0 {
		names[nact.FailureName], names[nact.FailureDetailName] = nact.FailureID, nact.FailureDetailID
	}
	var outputs []*plan.Output
	for _, m := range c.tool.Outputs {
		out := c.output(m)
		names.take("outputs", m.ID, m.Name, out.Name, c.found)
		outputs = append(outputs, out)
	}
	return outputs
}

// output checks an output's value against its declared type.
func (c *checker) output(m *manifest.Output) *plan.Output {
	out := &plan.Output{ID: m.ID.V, Name: m.Name.V, Kind: m.Type.V, Description: m.Description.V, Values: namedList(m.Values)}
	if out.Name == "" {
		out.Name = manifest.DisplayName(out.ID)
	}
	if m.Value == nil {
		return out
	}
	if out.Kind == "json" {
		out.Value = c.shown.JSON(m.Value, value.Anything, out.ID)
	} else {
		out.Value = c.scalarOutput(out, m.Value)
	}
	out.Where = plan.Where{Name: "outputs." + out.ID, Answers: c.vars.ReadAnswers(out.Value)}
	return out
}

// scalarOutput is the value of an output that is no json.
func (c *checker) scalarOutput(out *plan.Output, n *manifest.Node) ir.Node {
	want := scalarTypes[out.Kind]
	switch {
	case n.Kind != manifest.Scalar:
		c.found.ErrorAt(n, "type", "the output %s is of type %s, and its value a single one; a tree is of type json", out.ID, out.Kind)
		return nil
	case n.IsLiteral():
		return c.literalOutput(out, n, want)
	}
	e := n.Scalar.Single()
	if e == nil {
		if want.Kind != ir.String {
			c.found.ErrorAt(n, "type", "this is text, and the output %s is of type %s; write a single ${...}", out.ID, out.Kind)
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
	value = expr.AbsentIfNull(value)
	if value.Type().Kind == ir.Optional {
		want = ir.OptionalOf(want)
	}
	return c.shown.Assign(e, value, want)
}

func (c *checker) literalOutput(out *plan.Output, n *manifest.Node, want *ir.Type) ir.Node {
	literal, message := value.Literal(n, want)
	if message == "" {
		message = outputProblem(out, literal)
	}
	if message != "" {
		c.found.ErrorAt(n, "type", "%s", message)
		return nil
	}
	return &ir.Const{T: want, Value: literal}
}

// outputProblem says why an output cannot be a literal, or returns "".
func outputProblem(out *plan.Output, literal any) string {
	s, ok := literal.(string)
	names := valueNames(out.Values)
	if out.Kind != "enum" || !ok || slices.Contains(names, s) {
		return ""
	}
	return s + " is no value of the output " + out.ID + diag.Known(s, names)
}
