package sculpt

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// output checks an output's value against its declared type.
func (t *toolChecker) output(m *manifest.Output) {
	out := &plan.Output{ID: m.ID.V, Name: m.Name.V, Kind: m.Type.V, Description: m.Description.V, Values: namedList(m.Values)}
	if out.Name == "" {
		out.Name = displayName(out.ID)
	}
	t.plan.Outputs = append(t.plan.Outputs, out)
	if m.Value == nil {
		return
	}
	t.in("")
	out.Where = plan.Where{Name: "outputs." + out.ID}
	if out.Kind == "json" {
		out.Value = t.json(m.Value, anything, out.ID)
	} else {
		out.Value = t.scalarOutput(out, m.Value)
	}
	out.Where.Answers = t.readsAnswers(out.Value)
}

// scalarOutput is the value of an output that is no json.
func (t *toolChecker) scalarOutput(out *plan.Output, n *manifest.Node) ir.Node {
	want := scalarTypes[out.Kind]
	switch {
	case n.Kind != manifest.Scalar:
		t.nodeErrorf(n, "type", "the output %s is of type %s, and its value a single one; a tree is of type json", out.ID, out.Kind)
		return nil
	case isLiteral(n):
		return t.literalOutput(out, n, want)
	}
	e := n.Scalar.Single()
	if e == nil {
		if want.Kind != ir.String {
			t.nodeErrorf(n, "type", "this is text, and the output %s is of type %s; write a single ${...}", out.ID, out.Kind)
			return nil
		}
		return t.text(n.Scalar)
	}
	value := t.compile(e)
	if value == nil {
		return nil
	}
	for _, v := range t.possible(value) {
		if message := outputProblem(out, v); message != "" {
			t.exprErrorf(e, "enum", "%s", message)
			return nil
		}
	}
	value = expr.AbsentIfNull(value)
	if value.Type().Kind == ir.Optional {
		want = ir.OptionalOf(want)
	}
	return t.assigned(e, value, want)
}

func (t *toolChecker) literalOutput(out *plan.Output, n *manifest.Node, want *ir.Type) ir.Node {
	value, message := literal(n, want)
	if message == "" {
		message = outputProblem(out, value)
	}
	if message != "" {
		t.nodeErrorf(n, "type", "%s", message)
		return nil
	}
	return &ir.Const{T: want, Value: value}
}

// outputProblem says why an output cannot be a literal, or returns "".
func outputProblem(out *plan.Output, value any) string {
	s, ok := value.(string)
	names := valueNames(out.Values)
	if out.Kind != "enum" || !ok || slices.Contains(names, s) {
		return ""
	}
	return s + " is no value of the output " + out.ID + known(s, names)
}
