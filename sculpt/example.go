package sculpt

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// examples checks the recorded runs of the tool.
func (t *toolChecker) examples() {
	names := map[string]bool{}
	for _, m := range t.tool.Examples {
		if names[m.Name.V] {
			t.errorf(m.Name, "duplicate-name", "there are two examples %q", m.Name.V)
		}
		names[m.Name.V] = true
		e := &plan.Example{Name: m.Name.V, Failure: m.Failure.V, Detail: m.Detail.V, Line: m.Name.Pos.Line}
		t.failure(m.Failure)
		t.exampleInputs(e, m)
		t.exampleConfig(e, m)
		for _, r := range m.Upstream {
			t.recording(e, r)
		}
		t.exampleOutputs(e, m)
		t.plan.Examples = append(t.plan.Examples, e)
	}
}

func inputIDs(t *plan.Tool) []string {
	ids := make([]string, len(t.Inputs))
	for i, in := range t.Inputs {
		ids[i] = in.ID
	}
	return ids
}

func (t *toolChecker) exampleInputs(e *plan.Example, m *manifest.Example) {
	given := map[string]bool{}
	for _, entry := range m.Inputs {
		i := slices.IndexFunc(t.plan.Inputs, func(in *plan.Input) bool { return in.ID == entry.Key.V })
		if i < 0 {
			t.errorf(entry.Key, "unknown-name", "the tool has no input %s%s", entry.Key.V, known(entry.Key.V, inputIDs(t.plan)))
			continue
		}
		in := t.plan.Inputs[i]
		given[in.ID] = true
		if in.Kind == "" {
			continue
		}
		if v, ok := t.sample(in, entry.Value, "this value"); ok {
			e.Inputs = append(e.Inputs, plan.Given{Name: in.Name, Value: v})
		}
	}
	for _, in := range t.plan.Inputs {
		if !in.NotRequired && !given[in.ID] {
			t.errorf(m.Name, "missing-input", "the example lacks the input %s, which is required", in.ID)
		}
	}
}

func (t *toolChecker) exampleConfig(e *plan.Example, m *manifest.Example) {
	for _, entry := range m.Config {
		if t.configs.Field(entry.Key.V) == nil {
			t.errorf(entry.Key, "unknown-name", "there is no config value %s%s", entry.Key.V, known(entry.Key.V, t.configs.Names()))
			continue
		}
		e.Config = append(e.Config, plan.Given{Name: entry.Key.V, Value: literalText(entry.Value)})
	}
}

// recording checks the recorded answer of a step.
func (t *toolChecker) recording(e *plan.Example, m *manifest.Recording) {
	s, ok := t.steps[m.Step.V]
	if !ok {
		t.errorf(m.Step, "unknown-name", "the tool has no step %s%s", m.Step.V, known(m.Step.V, stepNames(t.tool)))
		return
	}
	if s.op == nil || m.File.Set && !t.exists(m.File, "the recorded answer") {
		return
	}
	r := plan.Recording{Step: s.plan, File: m.File.V, Status: int(m.Status.V), Type: m.Type.V}
	if m.Body != nil {
		r.Body = encodeTree(m.Body)
	}
	if r.Type == "" {
		r.Type = s.op.plan.Accept
	}
	for _, h := range m.Headers {
		r.Headers = append(r.Headers, plan.Given{Name: h.Key.V, Value: literalText(h.Value)})
	}
	for _, entry := range m.With {
		t.recordedParam(&r, s, entry)
	}
	e.Recordings = append(e.Recordings, r)
}

// recordedParam is a parameter with which a step must have been called.
func (t *toolChecker) recordedParam(r *plan.Recording, s *step, entry *manifest.Entry) {
	p := t.parameter(s, entry)
	if p == nil {
		return
	}
	if !s.passed[p] {
		t.errorf(entry.Key, "unknown-parameter", "the step %s does not pass the parameter %s", s.manifest.Name.V, p.Name)
		return
	}
	values := []*manifest.Node{entry.Value}
	if entry.Value.Kind == manifest.List && p.ContentType == "" && p.Schema.Kind == spec.Array {
		values = entry.Value.Items
	}
	param := plan.RecordedParam{In: string(p.In), Name: p.Name, Style: p.Style, Explode: p.Explode}
	for _, v := range values {
		if v.Kind != manifest.Scalar || p.Schema.Kind == spec.Object {
			t.nodeErrorf(entry.Value, "type", "what was sent for %s cannot be compared with a tree in this release; leave it out", p.Name)
			return
		}
		param.Values = append(param.Values, literalText(v))
	}
	r.With = append(r.With, param)
}

func (t *toolChecker) exampleOutputs(e *plan.Example, m *manifest.Example) {
	if m.Failure.Set && len(m.Outputs) > 0 {
		t.errorf(m.Failure, "contradiction", "a call that fails has no outputs; leave out \"failure\" or \"outputs\"")
	}
	for _, entry := range m.Outputs {
		i := slices.IndexFunc(t.plan.Outputs, func(o *plan.Output) bool { return o.ID == entry.Key.V })
		if i < 0 {
			var ids []string
			for _, o := range t.plan.Outputs {
				ids = append(ids, o.ID)
			}
			t.errorf(entry.Key, "unknown-name", "the tool has no output %s%s", entry.Key.V, known(entry.Key.V, ids))
			continue
		}
		out := t.plan.Outputs[i]
		if value, ok := t.exampleOutput(out, entry.Value); ok {
			e.Outputs = append(e.Outputs, plan.Given{Name: out.Name, Value: value})
		}
	}
}

// exampleOutput is the wanted value of an output. If the output cannot have it, what is wrong is reported.
func (t *toolChecker) exampleOutput(out *plan.Output, n *manifest.Node) (value any, ok bool) {
	want := scalarTypes[out.Kind]
	if want == nil {
		return tree(n), true
	}
	if n.Kind != manifest.Scalar {
		t.nodeErrorf(n, "type", "the output %s is of type %s, which has single values", out.ID, out.Kind)
		return nil, false
	}
	value, message := literal(n, want)
	if message == "" {
		message = outputProblem(out, value)
	}
	if message != "" {
		t.nodeErrorf(n, "type", "%s", message)
		return nil, false
	}
	return value, true
}
