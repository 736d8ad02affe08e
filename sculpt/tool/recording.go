package tool

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/file"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// recordings checks the recorded answers of an example.
func (c *exampleChecker) recordings(m *manifest.Example) []plan.Recording {
	var recordings []plan.Recording
	for _, r := range m.Upstream {
		if recording, ok := c.recording(r); ok {
			recordings = append(recordings, recording)
		}
	}
	c.ambiguous(m.Upstream, recordings)
	if m.Failure.Set {
		c.plan.Concurrent(func(a, b *plan.Step) {
			for i, r := range recordings {
				recordings[i].Perhaps = r.Perhaps || r.Step == a || r.Step == b
			}
		})
	}
	return recordings
}

// recording checks the recorded answer of a step.
func (c *exampleChecker) recording(m *manifest.Recording) (r plan.Recording, ok bool) {
	step, call, located := c.call(m.Step)
	if step == nil {
		return r, false
	}
	op := c.service.Calls.Of(step)
	if op == nil {
		return r, false
	}
	r = plan.Recording{Name: m.Step.V, Step: call, Located: located, Status: int(m.Status.V), Type: cmp.Or(m.Type.V, op.Accept)}
	r.Fault, r.Begun = plan.CauseWord(m.Fault.V), m.Fault.V == manifest.Interrupted && m.Status.Set
	r.Again = playedAgain(&r)
	if m.File.Set {
		if _, ok := file.Read(c.service.Manifest.Files, m.File, "the recorded answer", inputs.Limit, c.found); !ok {
			return r, false
		}
		r.File = c.service.Manifest.Near(m.File)
	}
	if m.Body != nil {
		r.Body = c.recordedBody(m.Body, op)
	}
	r.Headers = givenHeaders(m.Headers)
	for _, entry := range m.With {
		if p, ok := c.recordedParam(step, op, entry); ok {
			r.With = append(r.With, p)
		}
	}
	r.Request = c.recordedRequest(&m.Request, step, op)
	c.statedOnce(&m.Request, r.With)
	return r, true
}

// playedAgain reports whether the step of a recording calls again after it, by a policy that says more than the default: then the recording is played
// again where there is none for the further attempts.
func playedAgain(r *plan.Recording) bool {
	if r.Step == nil || r.Status/100 == 2 && r.Fault == "" {
		return false
	}
	return plan.Covers(r.Step.Retried(), r.Status, r.Fault)
}

// call finds the step that a recording is for, or the call that takes a step back, with its plan, and whether it is also asked for at a
// Location. The plan is nil if the call has errors.
func (c *exampleChecker) call(name manifest.Value[string]) (m *manifest.Step, step *plan.Step, located bool) {
	path, undo := strings.CutSuffix(name.V, manifest.UndoSuffix)
	s, ok := c.step(path)
	switch {
	case ok && undo && s.manifest.Undo != nil && s.plan.Undo != nil:
		return s.manifest.Undo, s.plan.Undo.Call, false
	case ok && undo:
	case ok && s.manifest.Use.Set:
		c.found.ErrorAt(name, "contradiction", "the step %s uses the part %s; the answers to its calls are recorded one by one%s", path, s.manifest.Use.V, c.inside(path))
		return nil, nil, false
	case ok && s.manifest.Go.Set:
		c.found.ErrorAt(name, "contradiction", "the step %s calls a function; what that returns is recorded under \"functions\"", path)
		return nil, nil, false
	case ok:
		return s.manifest, s.plan.Plan, s.plan.Poll != nil && s.plan.Poll.Location
	}
	var names []string
	for _, s := range c.steps {
		if s.manifest.Call.Set {
			names = append(names, s.path)
		}
		if s.manifest.Undo != nil {
			names = append(names, s.path+manifest.UndoSuffix)
		}
	}
	c.found.ErrorAt(name, "unknown-name", "the tool has no step %s%s", name.V, diag.Known(name.V, names))
	return nil, nil, false
}

// inside says how the recordings are called of the steps of the part that a step uses.
func (c *exampleChecker) inside(path string) string {
	var names []string
	for _, s := range c.steps {
		if strings.HasPrefix(s.path, path+".") && s.manifest.Call.Set {
			names = append(names, s.path)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", as those of " + strings.Join(names, ", ")
}

// recordedBody is the body of a recorded answer: JSON, or the text of one that is none.
func (c *exampleChecker) recordedBody(n *manifest.Node, op *operation.Operation) string {
	switch {
	case op.Notation.Form == plan.JSONAnswer:
		return encodeTree(n)
	case n.Kind != manifest.Scalar:
		c.found.ErrorAt(n, "type", "%s answers %s, which is no JSON: record its text, or a file", op.ID, op.Accept)
		return ""
	}
	return n.Text()
}

func givenHeaders(entries []*manifest.Entry) []plan.Given {
	return lists.Map(entries, func(h *manifest.Entry) plan.Given { return plan.Given{Name: h.Key.V, Value: h.Value.Text()} })
}

// recordedRequest is what a step must have sent. Its method is known without a run.
func (c *exampleChecker) recordedRequest(m *manifest.RecordedRequest, step *manifest.Step, op *operation.Operation) plan.RecordedRequest {
	request := plan.RecordedRequest{Headers: givenHeaders(m.Headers)}
	if m.Method.Set && !strings.EqualFold(m.Method.V, op.Method) {
		c.found.ErrorAt(m.Method, "contradiction", "the example wants the method %s; the step %s calls %s %s", m.Method.V, step.Name.V, op.Method, op.Path)
	}
	switch {
	case m.Body == nil:
	case step.Body == nil:
		c.found.ErrorAt(m.Body, "contradiction", "the step %s sends no body; give it a \"body\", or leave this one out", step.Name.V)
	default:
		request.Body = encodeTree(m.Body)
	}
	return request
}

// statedOnce reports headers that an example states twice: among themselves or as parameters.
func (c *exampleChecker) statedOnce(m *manifest.RecordedRequest, with []plan.RecordedParam) {
	stated := map[string]string{}
	for _, p := range with {
		if p.In == string(spec.InHeader) {
			stated[strings.ToLower(p.Name)] = "under \"with\""
		}
	}
	for _, h := range m.Headers {
		name := strings.ToLower(h.Key.V)
		if where := stated[name]; where != "" {
			c.found.ErrorAt(h.Key, "duplicate-key", "the header %s is stated %s already", h.Key.V, where)
		}
		stated[name] = "here"
	}
}

// recordedParam is a parameter with which a step must have been called.
func (c *exampleChecker) recordedParam(step *manifest.Step, op *operation.Operation, entry *manifest.Entry) (recorded plan.RecordedParam, ok bool) {
	p := parameter(op, entry.Key, c.found)
	if p == nil {
		return recorded, false
	}
	if !passes(step.Passed(), op, p) {
		c.found.ErrorAt(entry.Key, "unknown-parameter", "the step %s does not pass the parameter %s", step.Name.V, p.Name)
		return recorded, false
	}
	values := []*manifest.Node{entry.Value}
	if entry.Value.Kind == manifest.List && p.ContentType == "" && p.Schema.Kind == spec.Array {
		values = entry.Value.Items
	}
	if len(values) == 0 || values[0].Kind == manifest.Scalar && values[0].Literal == nil {
		c.found.ErrorAt(entry.Value, "type", "that nothing is sent for %s cannot be stated in this release; leave it out", p.Name)
		return recorded, false
	}
	recorded = plan.RecordedParam{In: string(p.In), Name: p.Name, Style: p.Style, Explode: p.Explode}
	for _, v := range values {
		if v.Kind != manifest.Scalar || operation.Object(p) != nil {
			c.found.ErrorAt(entry.Value, "type", "what was sent for %s cannot be compared with a tree in this release; leave it out", p.Name)
			return recorded, false
		}
		recorded.Values = append(recorded.Values, v.Text())
	}
	return recorded, true
}

// tree is a literal tree of the manifest: scalars, []any and []Given.
func tree(n *manifest.Node) any {
	switch n.Kind {
	case manifest.List:
		return append([]any{}, lists.Map(n.Items, tree)...)
	case manifest.Map:
		return append([]plan.Given{}, lists.Map(n.Entries, func(e *manifest.Entry) plan.Given { return plan.Given{Name: e.Key.V, Value: tree(e.Value)} })...)
	}
	return n.Literal
}

// encodeTree is a literal tree as JSON, members in the author's order.
func encodeTree(n *manifest.Node) string {
	switch n.Kind {
	case manifest.List:
		return "[" + strings.Join(lists.Map(n.Items, encodeTree), ",") + "]"
	case manifest.Map:
		members := lists.Map(n.Entries, func(e *manifest.Entry) string { return encode(e.Key.V) + ":" + encodeTree(e.Value) })
		return "{" + strings.Join(members, ",") + "}"
	}
	return encode(n.Literal)
}

// encode is a literal scalar as JSON. The manifest's reader has refused what JSON has not.
func encode(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSuffix(b.String(), "\n")
}
