package draft

import (
	"slices"
	"strings"
)

// Tool is the draft of a tool.
type Tool struct {
	Name      string
	Operation *Operation

	basis
	request  *request
	step     string // id of its one step
	call     mapping
	outputs  *outputs
	failures failures
}

// basis is what all that belongs to a tool is made of, and notes what to review.
type basis struct {
	op        *Operation
	name      toolName
	resources *resources // of all operations that the draft makes tools of
	shared    *shared
	notes     *notes
}

// newTool makes a tool, or says why there can be none.
func newTool(name string, op *Operation, resources *resources, shared *shared) (*Tool, error) {
	on := basis{op, toolName(name), resources, shared, &notes{}}
	t := &Tool{Name: name, Operation: op, basis: on, step: identifierOf(toolName(name).stepWords(), "answer")}
	var err error
	if t.request, err = newRequest(on); err != nil {
		return nil, err
	}
	t.outputs = newOutputs(on, t.step)
	t.failures = foresee(op, t.request)
	t.call = (&call{on, t.request, t.failures.rules}).yaml()
	t.look()
	return t, nil
}

// look notes what can be seen of the whole tool.
func (t *Tool) look() {
	for _, in := range t.request.form.inputs {
		if len(in.values) > 0 && slices.ContainsFunc(in.values, func(v enumValue) bool { return v.means == "" }) {
			t.notes.review("the document does not say what the values of %s mean: describe them", in.ID)
		}
	}
	if len(t.request.form.undescribed) > 0 {
		t.notes.review("the document does not describe %s: say what to give, with an example", and(t.request.form.undescribed))
	}
	if !says(t.op.documented(), t.name.nounWords()) {
		t.notes.review("the document does not describe the operation: say what the tool is for")
	}
	if required := len(t.request.form.inputs) - t.request.form.optional; required > 8 {
		t.notes.review("%d inputs are required: look up what another step can find, or make several tools of it", required)
	}
	if method := t.op.Method; (method == "POST" || method == "PATCH") && t.request.idempotency == "" {
		t.notes.review("it may be done twice if an answer is lost: add idempotency: {header: ...} if the API takes a key, or undo")
	}
	if t.outputs.needs != "" {
		t.notes.review("%s is handed on since another tool here asks for it", t.outputs.needs)
	}
}

// description is the tool's.
func (t *Tool) description() string {
	verb, about := t.name.doing()
	instead := sentence([]string{verb, about}) + ", as " + t.op.Upstream.title() + " has it."
	if said := t.op.documented(); says(said, strings.Split(t.Name, "_")) {
		return period(said)
	}
	return instead
}

// yaml is the tool as its manifest has it.
func (t *Tool) yaml() entry {
	m := mapping{}
	m.Add("description", text(t.description()))
	if t.op.Writes() {
		m.Add("writes", literal("true"))
	}
	if len(t.request.form.inputs) > 0 {
		inputs := mapping{}
		for _, in := range t.request.form.inputs {
			inputs.Add(in.ID, in.yaml())
		}
		m.Add("inputs", inputs)
	}
	if len(t.failures.declared) > 0 {
		m.Add("failures", t.failures.declared)
	}
	m.Add("steps", mapping{{Key: t.step, Value: t.call}})
	if len(t.outputs.vars) > 0 {
		m.Add("vars", t.outputs.vars)
	}
	m.Add("outputs", t.outputs.declared)
	return entry{Comments: t.comments(), Key: t.Name, Value: m}
}

// comments are what the author should review.
func (t *Tool) comments() []string {
	head := t.op.Method + " " + oneLine(t.op.Path, 200)
	all := t.notes.lines()
	if len(all) == 0 {
		return []string{head}
	}
	lines := []string{head + ". To review:"}
	for _, line := range all {
		lines = append(lines, "- "+line)
	}
	return lines
}
