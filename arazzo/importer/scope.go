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

// scope is a workflow whose steps a tool takes: that of the tool, or one that a step of it calls, whose steps stand in the tool then.
type scope struct {
	tool     *tool
	workflow *arazzo.Workflow
	outer    *scope                // nil: it is the tool's own workflow
	caller   *arazzo.Step          // of the outer scope
	prefix   string                // of the ids of steps
	given    map[string]value      // the values of the inputs, of an inner scope
	steps    map[string]*step      // those that call operations, by stepId
	inner    map[string]*scope     // those that call workflows, by stepId
	skipped  map[string]string     // those that are left out, by stepId: why
	skipIf   map[string][][]string // the cases in which steps do not run, by stepId
	always   [][]string            // the cases in which none of them runs
	self     *step                 // whose own texts are translated; nil: they are the workflow's
	within   bool                  // they are conditions on its answer, which is this
	current  string                // the stepId of the step whose outputs are translated, if it calls a workflow
}

// resolve finds what a runtime expression reads.
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

// input is an input of the workflow, or a part of one. Names may have dots.
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

// defaultOf is the default of an input that a step does not pass to the workflow that it calls.
func (s *scope) defaultOf(path []string) (value, error) {
	schema := s.tool.doc.schema(s.workflow.Inputs)
	if property := schema.Get("properties").Get(path[0]); property != nil {
		if d := s.tool.doc.schema(property).Get("default"); d != nil {
			return value{constant: d.Value()}, nil
		}
	}
	return value{}, fmt.Errorf("the step %s does not pass %s", s.caller.ID.V, path[0])
}

// ownOutput is an output of what is being translated: in the outputs of a step that calls a workflow, one of that workflow.
func (s *scope) ownOutput(path []string) (value, error) {
	if inner := s.inner[s.current]; inner != nil {
		return inner.output(inner.workflow.Outputs, path, nil)
	}
	if s.self == nil {
		return s.output(s.workflow.Outputs, path, nil)
	}
	return s.output(s.self.Outputs, path, s.self)
}

// stepOutput is an output of a step.
func (s *scope) stepOutput(id string, path []string) (value, error) {
	if why, ok := s.skipped[id]; ok {
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

// calledOutput is an output of a step that calls a workflow: one that it states, or else one of the workflow.
func (s *scope) calledOutput(from *arazzo.Step, path []string) (value, error) {
	if find(from.Outputs, path) == nil {
		inner := s.inner[from.ID.V]
		return inner.output(inner.workflow.Outputs, path, nil)
	}
	at := *s
	at.current, at.self, at.within = from.ID.V, nil, false
	return at.output(from.Outputs, path, nil)
}

// find returns the output that a path begins with, or nil. Names may have dots.
func find(outputs []*arazzo.Output, path []string) *arazzo.Output {
	for _, o := range outputs {
		if n := strings.Count(o.Name.V, ".") + 1; n <= len(path) && strings.Join(path[:n], ".") == o.Name.V {
			return o
		}
	}
	return nil
}

// output is what one of some outputs reads, of a step that calls an operation, or of a workflow.
func (s *scope) output(outputs []*arazzo.Output, path []string, of *step) (value, error) {
	o := find(outputs, path)
	if o == nil {
		return value{}, fmt.Errorf("there is no output %s", strings.Join(path, "."))
	}
	key := fmt.Sprintf("%p", o)
	if s.tool.open[key] {
		return value{}, errors.New("it reads itself")
	}
	s.tool.open[key] = true
	defer delete(s.tool.open, key)
	at := *s
	at.self, at.within = of, of != nil && s.within && s.self == of
	v, err := at.valueOf(o.Value, func(*arazzo.Node, error) {})
	if err != nil {
		return value{}, err
	}
	return v.at(path[strings.Count(o.Name.V, ".")+1:])
}

// otherWorkflow is a value of another workflow, which has run before: an agent has it from the tool of that, and passes it on.
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

// passedOn is the input for a value of another workflow.
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
