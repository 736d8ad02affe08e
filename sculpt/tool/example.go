package tool

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
	"github.com/nactgen/nactgen/sculpt/value"
)

// checkExamples checks the recorded runs of a tool.
func checkExamples(of *Checked, service *Service, found *diag.List) []*plan.Example {
	m := of.Manifest
	c := &exampleChecker{tool: m, plan: of.Plan, steps: stepsByPath(of, "", service.Parts), service: service, found: found}
	var examples []*plan.Example
	names := map[string]bool{}
	for _, e := range m.Examples {
		if names[e.Name.V] {
			found.ErrorAt(e.Name, "duplicate-name", "there are two examples %q", e.Name.V)
		}
		names[e.Name.V] = true
		examples = append(examples, c.example(e))
	}
	return examples
}

// exampleChecker checks the examples of one tool, whose inputs, outputs and steps were checked.
type exampleChecker struct {
	tool    *manifest.Tool
	plan    *plan.Tool
	steps   []placedStep // those of tool, each before those of the part that it uses
	service *Service
	found   *diag.List
}

// placedStep is a step as examples name it: a recording of site.lookup is one of the step lookup in the part that the step site uses.
type placedStep struct {
	path     string
	manifest *manifest.Step
	plan     *schedule.Step
}

// stepsByPath returns the steps of a tool, or of a part that is used at a path, each before those of the part that it uses.
func stepsByPath(of *Checked, at string, parts Parts) []placedStep {
	var list []placedStep
	for i, m := range of.Manifest.Steps {
		s := placedStep{at + m.Name.V, m, of.steps[i]}
		list = append(list, s)
		if part := parts.Of(m.Use.V); part != nil {
			list = append(list, stepsByPath(part.Checked, s.path+".", parts)...)
		}
	}
	return list
}

// step returns the step at a path; ok is false if there is none.
func (c *exampleChecker) step(path string) (s placedStep, ok bool) {
	i := slices.IndexFunc(c.steps, func(s placedStep) bool { return s.path == path })
	if i < 0 {
		return s, false
	}
	return c.steps[i], true
}

func (c *exampleChecker) example(m *manifest.Example) *plan.Example {
	checkFailure(m.Failure, c.tool, c.found)
	return &plan.Example{
		Name: m.Name.V, File: c.service.Manifest.SourceOf(m.Name.Pos), Line: m.Name.Pos.Line, Failure: m.Failure.V, Detail: m.Detail.V,
		Inputs: c.inputs(m), Config: c.config(m), Now: m.Now.V, Recordings: c.recordings(m), Returns: c.returns(m), Outputs: c.outputs(m),
	}
}

func (c *exampleChecker) inputs(m *manifest.Example) []plan.Given {
	var inputs []plan.Given
	given := map[string]bool{}
	for _, entry := range m.Inputs {
		i := slices.IndexFunc(c.plan.Signature.Inputs, func(in nact.Input) bool { return in.ID == entry.Key.V })
		if i < 0 {
			c.found.ErrorAt(entry.Key, "unknown-name", "the tool has no input %s%s", entry.Key.V, diag.Known(entry.Key.V, lists.Map(c.plan.Inputs, func(in *plan.Input) string { return in.ID })))
			continue
		}
		in := c.plan.Signature.Inputs[i]
		given[in.ID] = true
		if in.Type == "" {
			continue
		}
		if v, ok := sample(in, entry.Value, "this value", c.found); ok {
			inputs = append(inputs, plan.Given{Name: in.Name, Value: v})
		}
	}
	for _, in := range c.plan.Signature.Inputs {
		if !in.Optional && !given[in.ID] {
			c.found.ErrorAt(m.Name, "missing-input", "the example lacks the input %s, which is required", in.ID)
		}
	}
	return inputs
}

func (c *exampleChecker) config(m *manifest.Example) []plan.Given {
	var config []plan.Given
	known := c.service.Config
	for _, entry := range m.Config {
		if known.Field(entry.Key.V) == nil {
			c.found.ErrorAt(entry.Key, "unknown-name", "there is no config value %s%s", entry.Key.V, diag.Known(entry.Key.V, known.Names()))
			continue
		}
		config = append(config, plan.Given{Name: entry.Key.V, Value: entry.Value.Text()})
	}
	return config
}

func (c *exampleChecker) outputs(m *manifest.Example) []plan.Given {
	if m.Failure.Set && len(m.Outputs) > 0 {
		c.found.ErrorAt(m.Failure, "contradiction", "a call that fails has no outputs; leave out \"failure\" or \"outputs\"")
	}
	var outputs []plan.Given
	for _, entry := range m.Outputs {
		i := slices.IndexFunc(c.plan.Signature.Outputs, func(o nact.Output) bool { return o.ID == entry.Key.V })
		if i < 0 {
			c.found.ErrorAt(entry.Key, "unknown-name", "the tool has no output %s%s", entry.Key.V, diag.Known(entry.Key.V, lists.Map(c.plan.Outputs, func(o *plan.Output) string { return o.ID })))
			continue
		}
		out := c.plan.Signature.Outputs[i]
		if v, ok := c.output(out, entry.Value); ok {
			outputs = append(outputs, plan.Given{Name: out.Name, Value: v})
		}
	}
	return outputs
}

// output is the wanted value of an output. If the output cannot have it, what is wrong is reported.
func (c *exampleChecker) output(out nact.Output, n *manifest.Node) (wanted any, ok bool) {
	if scalarTypes[out.Type] == nil {
		return tree(n), true
	}
	if n.Kind != manifest.Scalar {
		c.found.ErrorAt(n, "type", "the output %s is of type %s, which has single values", out.ID, out.Type)
		return nil, false
	}
	return outputLiteral(out, n, value.Literal, c.found)
}
