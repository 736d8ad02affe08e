package importer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// scope is a workflow whose steps become steps of a tool: the tool's own workflow, or one that a step of it calls. Copies of it differ in the last
// three fields, which say where the text stands that is being translated.
type scope struct {
	tool     *tool
	workflow *arazzo.Workflow
	outer    *scope                // the scope whose step calls the workflow; nil for the tool's own workflow
	caller   *arazzo.Step          // that step
	given    map[string]value      // the inputs that the caller passes
	prefix   string                // in front of the ids of steps, so that those of different workflows differ
	steps    map[string]*step      // translated steps that call operations, by stepId
	inner    map[string]*scope     // scopes of the workflows that steps call, by stepId
	omitted  map[string]string     // why a step is left out, by stepId
	skipIf   map[string][][]string // the cases in which a step is skipped, by stepId; each is a list of conditions that hold then
	always   [][]string            // the cases in which all steps of the workflow are skipped

	self    *step  // the step to which the text belongs; nil if it belongs to the workflow
	within  bool   // the text is a condition on the answer of self, which is called "this" there
	current string // the stepId of the step to whose outputs the text belongs, if that step calls a workflow
}

// about returns the scope of a text that belongs to a step, or to the workflow if the step is nil.
func (s *scope) about(st *step, within bool) *scope {
	at := *s
	at.self, at.within = st, within
	return &at
}

// resolve returns what a runtime expression reads.
func (s *scope) resolve(e *expression.Expr) (value, error) {
	switch e.Kind {
	case expression.StatusCode, expression.Response, expression.Request, expression.Method, expression.URL:
		if s.self == nil {
			return value{}, errors.New("it is about the call of a step, and stands outside of steps")
		}
		return s.self.resolve(e, s.within)
	case expression.Inputs:
		return s.input(e.Path)
	case expression.Outputs:
		return s.ownOutput(e.Path)
	case expression.Steps:
		if e.Path[0] != "outputs" {
			return value{}, errors.New("a step has outputs alone")
		}
		return s.stepOutput(e.Name, e.Path[1:])
	case expression.Workflows:
		return s.otherWorkflow(e)
	case expression.Components:
		return value{}, errors.New("a component is no value")
	case expression.SourceDescriptions:
		return s.tool.sourceField(e)
	case expression.Message:
		return value{}, errors.New("messages of AsyncAPI have no equal")
	}
	return value{}, errors.New("it has no equal")
}

// input returns an input of the workflow, or a part of one. Names may contain dots.
func (s *scope) input(path []string) (value, error) {
	if s.outer == nil {
		return s.tool.input(path)
	}
	for n := len(path); n > 0; n-- {
		if v, ok := s.given[strings.Join(path[:n], ".")]; ok {
			return v.at(path[n:])
		}
	}
	return s.defaultOf(path)
}

// defaultOf returns the default of an input that the calling step does not pass.
func (s *scope) defaultOf(path []string) (value, error) {
	schema := s.tool.doc.schema(s.workflow.Inputs)
	if property := schema.Get("properties").Get(path[0]); property != nil {
		if d := s.tool.doc.schema(property).Get("default"); d != nil {
			return value{constant: d.Value()}, nil
		}
	}
	return value{}, fmt.Errorf("the step %s does not pass %s", s.caller.ID.V, path[0])
}

// ownOutput returns an output of the step or workflow to which the text belongs. In the outputs of a step that calls a workflow, it is one of that
// workflow.
func (s *scope) ownOutput(path []string) (value, error) {
	if inner := s.inner[s.current]; inner != nil {
		return inner.output(inner.workflow.Outputs, path, nil)
	}
	if s.self == nil {
		return s.output(s.workflow.Outputs, path, nil)
	}
	return s.output(s.self.Outputs, path, s.self)
}

// stepOutput returns an output of a step.
func (s *scope) stepOutput(id string, path []string) (value, error) {
	if why, ok := s.omitted[id]; ok {
		return value{}, fmt.Errorf("the step %s is left out: %s", id, why)
	}
	from := s.workflow.Step(id)
	switch {
	case from == nil:
		return value{}, fmt.Errorf("there is no step %s", id)
	case s.steps[id] != nil:
		return s.output(from.Outputs, path, s.steps[id])
	case s.inner[id] != nil:
		return s.calledOutput(from, path)
	}
	return value{}, fmt.Errorf("the step %s comes later", id)
}

// calledOutput returns an output of a step that calls a workflow: one of its own or, if it has none of that name, one of the workflow.
func (s *scope) calledOutput(from *arazzo.Step, path []string) (value, error) {
	if find(from.Outputs, path) == nil {
		inner := s.inner[from.ID.V]
		return inner.output(inner.workflow.Outputs, path, nil)
	}
	at := s.about(nil, false)
	at.current = from.ID.V
	return at.output(from.Outputs, path, nil)
}

// find returns the output whose name a path begins with, or nil. Names may contain dots.
func find(outputs []*arazzo.Output, path []string) *arazzo.Output {
	for _, o := range outputs {
		if n := strings.Count(o.Name.V, ".") + 1; n <= len(path) && strings.Join(path[:n], ".") == o.Name.V {
			return o
		}
	}
	return nil
}

// output returns the output to which a path leads. The outputs belong to a step that calls an operation, or to the workflow if of is nil.
func (s *scope) output(outputs []*arazzo.Output, path []string, of *step) (value, error) {
	o := find(outputs, path)
	if o == nil {
		return value{}, fmt.Errorf("there is no output %s", strings.Join(path, "."))
	}
	if err := s.tool.doc.spend(valueSize); err != nil {
		return value{}, err
	}
	key := fmt.Sprintf("%p", o)
	if s.tool.open[key] {
		return value{}, errors.New("it reads itself")
	}
	s.tool.open[key] = true
	defer delete(s.tool.open, key)
	v, err := s.about(of, of != nil && s.within && s.self == of).valueOf(o.Value, nil)
	if err != nil {
		return value{}, err
	}
	return v.at(path[strings.Count(o.Name.V, ".")+1:])
}

// otherWorkflow returns a value of another workflow. An agent knows it from a call of the tool of that workflow, so it becomes an input.
func (s *scope) otherWorkflow(e *expression.Expr) (value, error) {
	if e.Name == s.workflow.ID.V && e.Path[0] == "inputs" {
		return s.input(e.Path[1:])
	}
	if s.tool.doc.doc.Workflow(e.Name) == nil {
		return value{}, fmt.Errorf("there is no workflow %s", e.Name)
	}
	name := strings.Join(e.Path[1:], " ")
	in := s.tool.passedOn(e.Name, name)
	return value{read: &access{hard: "inputs." + in.id, t: ir.StringType}}, nil
}

// passedOn returns the input for a value of another workflow, and adds it if there is none yet.
func (t *tool) passedOn(workflow, name string) *input {
	key := workflow + "." + name
	if in := t.handed[key]; in != nil {
		return in
	}
	in := &input{id: draft.Identifier(name, "value", t.inputIDs), kind: "string", required: true}
	in.description = "The " + draft.Words(name) + " that " + t.doc.names[workflow] + " has answered."
	t.handed[key] = in
	t.inputs = append(t.inputs, in)
	return in
}
