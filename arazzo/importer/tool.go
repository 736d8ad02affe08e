package importer

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// tool is a tool made of a workflow.
type tool struct {
	doc      *Import
	workflow *arazzo.Workflow
	comments []string
	lost     []string // the comments on what changes what the tool does

	inputs     []*input
	properties []member          // the inputs of the workflow, each with the value that expressions read for it
	paths      map[*input]string // the names of properties that lead to what an input is made of
	inputIDs   map[string]bool
	needed     map[string]bool   // paths of inputs that are required although the workflow says otherwise
	missing    map[string]bool   // likewise, but found out only in this attempt
	handed     map[string]*input // inputs for values of other workflows, by workflow and name

	failures       yamlout.Mapping
	steps          []*step
	stepIDs        map[string]bool
	outputs        yamlout.Mapping
	outputComments []string        // on outputs that are left out
	open           map[string]bool // outputs that are being resolved, to find cycles
	polling        time.Duration   // how long steps may poll
}

// tool makes a tool of a workflow. If a step turns out to need an input that is optional, it begins again with the input required.
func (im *Import) tool(w *arazzo.Workflow) yamlout.Entry {
	needed := map[string]bool{}
	others := im.budget / 2 // is left for the tools behind this one
	for own := im.budget - others; ; {
		im.budget = own
		t := &tool{
			doc: im, workflow: w, paths: map[*input]string{}, inputIDs: map[string]bool{}, needed: needed, missing: map[string]bool{},
			handed: map[string]*input{}, stepIDs: map[string]bool{}, open: map[string]bool{},
		}
		t.build()
		if len(t.missing) == 0 {
			im.budget = max(im.budget, 0) + others
			im.lost[im.names[w.ID.V]] = t.lost
			return t.yaml()
		}
		maps.Copy(needed, t.missing)
	}
}

// lose returns the comment on a part of the workflow without which the tool does something else.
func (t *tool) lose(comment string) string {
	t.lost = append(t.lost, comment)
	return comment
}

func (t *tool) build() {
	t.comments = append(t.comments, "workflow "+comment(t.workflow.ID.V))
	for _, id := range t.workflow.DependsOn {
		name := cmp.Or(t.doc.names[id.V], id.V)
		t.comments = append(t.comments, remark(id.Pos, "dependsOn: "+id.V, "no tool runs another one: say in the description that "+name+" is called before"))
	}
	t.comments = append(t.comments, extras(&t.workflow.Object)...)
	t.declare(t.workflow.Inputs)
	s := newScope(t, t.workflow)
	s.run()
	for _, o := range t.workflow.Outputs {
		t.output(s, o)
	}
}

// newScope returns the scope of a workflow.
func newScope(t *tool, w *arazzo.Workflow) *scope {
	return &scope{tool: t, workflow: w, steps: map[string]*step{}, inner: map[string]*scope{}, omitted: map[string]string{}, skipIf: map[string][][]string{}}
}

// run translates the steps of the workflow.
func (s *scope) run() {
	for i, from := range s.workflow.Steps {
		switch op := s.tool.doc.operations[from]; {
		case op != nil:
			s.call(i, from, op)
		case from.WorkflowID.V != "":
			s.enter(from)
		case s.tool.doc.wrong[from] != "":
			s.leaveOut(from, s.tool.doc.wrong[from])
		default:
			s.leaveOut(from, "messages of AsyncAPI have no equal")
		}
	}
}

// leaveOut leaves out a step.
func (s *scope) leaveOut(from *arazzo.Step, why string) {
	s.omitted[from.ID.V] = why
	s.tool.comments = append(s.tool.comments, s.tool.lose(omitted(from.Pos(), "step", from.Node, why)))
}

// call translates a step that calls an operation.
func (s *scope) call(i int, from *arazzo.Step, op *draft.Operation) {
	t := s.tool
	if s.outer != nil {
		if err := t.doc.spend(copiedStep); err != nil {
			s.leaveOut(from, err.Error())
			return
		}
	}
	st := newStep(from, draft.Identifier(s.prefix+" "+from.ID.V, "step", t.stepIDs), op)
	st.skipIf = slices.Concat(s.always, s.skipIf[from.ID.V])
	if text := draft.Remark(from.Description.V, 400); text != "" {
		st.comments = append(st.comments, comment(text))
	}
	st.comments = append(st.comments, extras(&from.Object)...)
	at := s.about(st, s.within)
	st.parameters(at)
	st.payload(at)
	st.ends(s)
	if from.Timeout.V != "" {
		if d, err := time.ParseDuration(from.Timeout.V + "ms"); err == nil && d > 0 && d <= time.Hour {
			st.more.Add("timeout", yamlout.Text(d.String()))
		}
	}
	st.after(s)
	s.steps[from.ID.V] = st
	t.steps = append(t.steps, st)
	s.branches(st, i)
}

// after keeps the order of the workflow: of two reads in a row, a manifest makes the second one while the first may still fail. Writes wait anyway.
func (st *step) after(s *scope) {
	for _, id := range st.DependsOn {
		if name := strings.TrimPrefix(id.V, "$steps."); s.steps[name] == nil && s.inner[name] == nil {
			st.comments = append(st.comments, s.tool.lose(remark(id.Pos, "dependsOn: "+id.V, "it is no step before this one")))
		}
	}
	if n := len(s.tool.steps); n > 0 && !st.op.Writes() && !s.tool.steps[n-1].op.Writes() {
		st.more = append(st.more, yamlout.Map("after", yamlout.Texts(s.tool.steps[n-1].id))...)
	}
}

// maxCalls is how many workflows may call each other in a row.
const maxCalls = 8

// enter translates a step that calls a workflow: the steps of that workflow stand in its place.
func (s *scope) enter(from *arazzo.Step) {
	w := s.tool.doc.doc.Workflow(from.WorkflowID.V)
	if w == nil {
		s.leaveOut(from, "the workflow is none of this document")
		return
	}
	if err := s.tool.doc.spend(copiedStep); err != nil {
		s.leaveOut(from, err.Error())
		return
	}
	depth := 0
	for at := s; at != nil; at = at.outer {
		if depth++; at.workflow == w || depth > maxCalls {
			s.leaveOut(from, "the workflow calls itself")
			return
		}
	}
	inner := newScope(s.tool, w)
	inner.outer, inner.caller, inner.prefix = s, from, strings.TrimSpace(s.prefix+" "+from.ID.V)
	inner.always = slices.Concat(s.always, s.skipIf[from.ID.V])
	inner.given = map[string]value{}
	var comments []string
	for _, p := range from.Parameters {
		v, err := s.valueOf(p.Value, nil)
		if err != nil {
			comments = append(comments, s.tool.lose(omitted(p.Pos(), "parameter", p.Node, err.Error())))
			continue
		}
		inner.given[p.Name.V] = v
		comments = append(comments, extras(&p.Object)...)
	}
	for _, c := range from.Criteria {
		text := omitted(c.Pos(), "successCriteria", c.Node, "it is about a call, and the step makes none: those of the steps of "+w.ID.V+" count")
		if !ofSuccess(c) {
			s.tool.lose(text)
		}
		comments = append(comments, text)
	}
	for _, a := range slices.Concat(from.OnSuccess, from.OnFailure) {
		comments = append(comments, s.tool.lose(omitted(a.Pos(), "action", a.Node, "the steps of "+w.ID.V+" stand here, with their own actions")))
	}
	comments = append(comments, extras(&from.Object)...)
	begin := len(s.tool.steps)
	inner.run()
	s.inner[from.ID.V] = inner
	note := []string{remark(from.Pos(), "step "+from.ID.V, "the steps of the workflow "+w.ID.V)}
	if begin < len(s.tool.steps) {
		first := s.tool.steps[begin]
		first.comments = slices.Concat(note, comments, first.comments)
	} else {
		s.tool.comments = slices.Concat(s.tool.comments, note, comments)
	}
}

// sourceField returns a field of a source description.
func (t *tool) sourceField(e *expression.Expr) (value, error) {
	for _, s := range t.doc.doc.Sources {
		if s.Name.V == e.Name && len(e.Path) == 1 {
			switch e.Path[0] {
			case "url":
				return value{constant: s.URL.V}, nil
			case "type":
				return value{constant: s.Type.V}, nil
			}
		}
	}
	return value{}, errors.New("an operation is no value")
}

// output translates an output of the workflow.
func (t *tool) output(s *scope, o *arazzo.Output) {
	omit := func(err error) {
		t.outputComments = append(t.outputComments, omitted(o.Name.Pos, "output "+o.Name.V+":", o.Value, err.Error()))
	}
	v, err := s.valueOf(o.Value, nil)
	if text, ok := v.constant.(string); ok && strings.HasPrefix(text, "$") {
		err = errors.New("it is no runtime expression")
	}
	if err != nil {
		omit(err)
		return
	}
	kind := "json"
	if v.read != nil {
		kind = cmp.Or(map[ir.Kind]string{ir.String: "string", ir.Int: "int", ir.Double: "number", ir.Bool: "boolean"}[v.read.t.Kind], "json")
		if v.read.t.Nullable {
			kind = "json"
		}
	} else if _, text := v.constant.(string); text || v.text != nil {
		kind = "string"
	}
	y, err := v.yaml(s, nil, false)
	if err != nil {
		omit(err)
		return
	}
	if kind == "string" {
		kind = ""
	}
	taken := map[string]bool{}
	for _, e := range t.outputs {
		taken[e.Key] = true
	}
	m := yamlout.Map("type", kind, "description", "The "+cmp.Or(draft.Words(o.Name.V), "answer")+" that comes of it.", "value", y)
	t.outputs.Add(draft.Identifier(o.Name.V, "answer", taken), m)
}

// usualTimeout is the timeout of a tool that states none.
const usualTimeout = 30 * time.Second

// yaml returns the tool as an entry of the manifest.
func (t *tool) yaml() yamlout.Entry {
	var writes, timeout any
	if slices.ContainsFunc(t.steps, func(st *step) bool { return st.op.Writes() }) {
		writes = true
	}
	if most := t.polling + 5*time.Second; most > usualTimeout {
		timeout = min(most, time.Hour).String()
	}
	var inputs, steps yamlout.Mapping
	for _, in := range t.inputs {
		inputs = append(inputs, in.yaml())
	}
	for _, st := range t.steps {
		steps = append(steps, st.yaml())
	}
	m := yamlout.Map("description", t.description(), "writes", writes, "timeout", timeout, "inputs", inputs, "failures", t.failures, "steps", steps)
	comments := t.comments
	noted(&m, &comments, "outputs", t.outputs, t.outputComments)
	return yamlout.Entry{Comments: comments, Key: t.doc.names[t.workflow.ID.V], Value: m}
}

// noted adds a value to a mapping, with the comments on what it lacks. If the value is empty, the comments go above the mapping.
func noted[V interface {
	yamlout.Mapping | yamlout.List
	yamlout.Value
}](m *yamlout.Mapping, comments *[]string, key string, v V, lacks []string) {
	if len(v) == 0 {
		*comments = append(*comments, lacks...)
		return
	}
	*m = append(*m, yamlout.Entry{Comments: lacks, Key: key, Value: v})
}

// description returns the description of the tool, which the workflow gives.
func (t *tool) description() string {
	name := t.doc.names[t.workflow.ID.V]
	instead := fmt.Sprintf("Run the workflow %s.", draft.Words(t.workflow.ID.V))
	summary := draft.Description(t.workflow.Summary.V, "", name, 300)
	about := draft.Description(t.workflow.Description.V, "", name, 500)
	if strings.Contains(about, strings.TrimSuffix(summary, ".")) {
		summary = ""
	}
	return cmp.Or(strings.TrimSpace(summary+" "+about), instead)
}
