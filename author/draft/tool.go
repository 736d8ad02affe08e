package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
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

// basis is embedded in the types that make a part of a tool each. It has what all of them need.
type basis struct {
	op        *Operation
	name      toolName
	resources *resources // of all operations of the draft
	shared    *shared    // config values and tables of all tools
	notes     *notes     // for the author of this tool
}

// newTool makes a tool. The error says why there can be none.
func newTool(name string, op *Operation, resources *resources, shared *shared) (*Tool, error) {
	on := basis{op, toolName(name), resources, shared, &notes{}}
	t := &Tool{Name: name, Operation: op, basis: on, step: identifierOf(toolName(name).stepWords(), "answer")}
	var err error
	if t.request, err = newRequest(on); err != nil {
		return nil, err
	}
	t.outputs = newOutputs(on, t.step)
	t.failures = foresee(op, t.request)
	t.call = (&call{on, t.step, t.request, t.failures.rules}).yaml()
	t.look()
	return t, nil
}

// look adds the notes that concern the tool as a whole.
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
	switch method := t.op.Method; {
	case t.op.looks() != "":
		t.notes.review("decide whether it only looks something up: see reads at its step")
	case t.op.Writes() && (method == "POST" || method == "PATCH") && len(t.request.idempotency) == 0:
		t.notes.review("it may be done twice if an answer is lost: add idempotency: {header: ...} if the API takes a key, or undo")
	}
	if t.outputs.needs != "" {
		t.notes.review("%s is handed on since another tool here asks for it", t.outputs.needs)
	}
}

// description returns the description of the tool.
func (t *Tool) description() string {
	verb, about := t.name.doing()
	instead := sentence([]string{verb, about}) + ", as " + t.op.Upstream.title() + " has it."
	if text := t.op.documented(); says(text, strings.Split(t.Name, "_")) {
		return period(text)
	}
	return instead
}

// yaml returns the tool as an entry of a manifest.
func (t *Tool) yaml() entry {
	var writes any
	if t.op.Writes() {
		writes = true
	}
	var inputs mapping
	for _, in := range t.request.form.inputs {
		inputs.Add(in.ID, in.yaml())
	}
	m := yamlout.Map("description", text(t.description()), "writes", writes, "inputs", inputs, "failures", t.failures.declared,
		"steps", mapping{{Key: t.step, Value: t.call}}, "vars", t.outputs.vars, "outputs", t.outputs.declared)
	return entry{Comments: t.comments(), Key: t.Name, Value: m}
}

// comments returns the comment above the tool: its operation, and what the author should review.
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
