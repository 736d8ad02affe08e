package importer

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// step is a step that calls an operation.
type step struct {
	*arazzo.Step
	id        string // in the manifest
	op        *draft.Operation
	skipIf    [][]string // the cases in which the step is skipped, each a list of conditions that hold then
	answer    *ir.Type   // of the body of the answer; nil if there is none that can be read
	bodiless  bool       // the answer may lack the body
	arguments []argument
	accept    yamlout.Mapping // of an answer that something reads, and the document does not describe
	body      *value          // nil if the step sends none

	// The parts of the entry in the manifest, and the comments on what they lack.
	comments        []string
	with            yamlout.Mapping
	withComments    []string
	sent            yamlout.Value
	expect          yamlout.List
	exits           yamlout.List // what comes before that: failures of their own for some answers that do not meet it
	expectComments  []string
	onError         yamlout.List
	onErrorComments []string
	more            yamlout.Mapping // retry, poll, timeout, after, content_type
	polled          bool            // it has poll, with the conditions of its failure actions
}

// argument is the value that the step passes for a parameter.
type argument struct {
	in, name string
	value    value
}

// newStep makes a step, which knows the type of the answer of its operation.
func newStep(from *arazzo.Step, id string, op *draft.Operation) *step {
	st := &step{Step: from, id: id, op: op}
	accept := ""
	if operation.Undescribed(op.Operation) {
		accept = "application/json"
	}
	media, _ := operation.AnswerMedia(op.Operation, accept)
	if media != nil && media.Schema.Unreadable() == nil {
		st.answer, _ = operation.AnswerType(shape.New(id), media)
		st.bodiless = accept != "" || len(operation.BodilessStatuses(op.Operation)) > 0
	}
	return st
}

// resolve returns what an expression about the call reads. In the step's own conditions, which within says, the answer is called "this".
func (st *step) resolve(e *expression.Expr, within bool) (value, error) {
	switch e.Kind {
	case expression.Method:
		return value{constant: st.op.Method}, nil
	case expression.Request:
		return st.request(e)
	case expression.StatusCode:
		a := st.root(within).read(".status", ".?status", ir.IntType, false)
		return value{read: &a}, nil
	case expression.Response:
		switch e.Source {
		case "header":
			name := strconv.Quote(strings.ToLower(e.Name))
			a := st.root(within).read(".headers["+name+"]", ".headers[?"+name+"]", ir.StringType, true)
			return value{read: &a}, nil
		case "body":
			return st.part(e.Path, within)
		}
	}
	return value{}, errors.New("it has no equal")
}

// root returns the expression for the step itself.
func (st *step) root(within bool) access {
	switch {
	case within:
		return access{hard: "this"}
	case len(st.skipIf) > 0:
		return access{soft: "steps.?" + st.id, optional: true}
	}
	return access{hard: "steps." + st.id, lenient: st.op.Writes()} // after a write, reading its answer must not fail
}

// part reads a part of the body of the answer.
func (st *step) part(path []string, within bool) (value, error) {
	if operation.Undescribed(st.op.Operation) && len(st.accept) == 0 {
		st.accept.Add("accept", yamlout.Text("application/json"))
	}
	if st.answer == nil {
		return value{}, errors.New("the document has no body for the answer")
	}
	a, err := st.root(within).read(".body", ".?body", st.answer, st.bodiless).at(path)
	return value{read: &a}, err
}

// request returns a value that the step sends.
func (st *step) request(e *expression.Expr) (value, error) {
	if e.Source == "body" && st.body != nil {
		return st.body.at(e.Path)
	}
	for _, p := range st.arguments {
		if p.in == e.Source && (p.name == e.Name || p.in == "header" && strings.EqualFold(p.name, e.Name)) {
			return p.value, nil
		}
	}
	return value{}, fmt.Errorf("the step does not send it")
}

// parameters translates the parameters of the step and those of the workflow, except those that the step replaces.
func (st *step) parameters(s *scope) {
	own := st.Parameters
	for _, p := range s.workflow.Parameters {
		if !slices.ContainsFunc(own, func(o *arazzo.Parameter) bool { return o.Name.V == p.Name.V && o.In.V == p.In.V }) {
			own = append(slices.Clip(own), p)
		}
	}
	for _, p := range own {
		if p.In.V == "body" {
			continue
		}
		if why := st.parameter(s, p); why != "" {
			text := omitted(p.Pos(), "parameter", p.Node, why)
			if why != fromConfiguration {
				s.tool.lose(text)
			}
			st.withComments = append(st.withComments, text)
		}
		st.withComments = append(st.withComments, extras(&p.Object)...)
	}
}

const fromConfiguration = "credentials come from the configuration, as auth of the upstream has them, and never from an agent or a step"

// parameter translates a parameter, or returns why it cannot.
func (st *step) parameter(s *scope, p *arazzo.Parameter) string {
	i := slices.IndexFunc(st.op.Parameters, func(to *spec.Parameter) bool {
		return string(to.In) == p.In.V && (to.Name == p.Name.V || to.In == spec.InHeader && strings.EqualFold(to.Name, p.Name.V))
	})
	switch {
	case i < 0 && p.In.V == "header" && strings.EqualFold(p.Name.V, "Authorization"):
		return fromConfiguration
	case i < 0:
		return "the document has no such parameter"
	}
	to := st.op.Parameters[i]
	v, err := s.valueOf(p.Value, nil)
	if err != nil {
		return err.Error()
	}
	y, err := v.yaml(s, to.Schema, to.Required)
	if err != nil {
		return err.Error()
	}
	st.arguments = append(st.arguments, argument{p.In.V, p.Name.V, v})
	st.with.Add(st.op.ParameterKey(to), y)
	return ""
}

// yaml returns the step as an entry of the manifest.
func (st *step) yaml() yamlout.Entry {
	m, comments := append(yamlout.Map("call", st.op.Call), st.accept...), st.comments
	noted(&m, &comments, "with", st.with, st.withComments)
	if st.sent != nil {
		m.Add("body", st.sent)
	}
	m = append(m, st.more...)
	m = append(m, yamlout.Map("when", runsUnless(st.skipIf))...)
	noted(&m, &comments, "expect", slices.Concat(st.exits, st.expect), st.expectComments)
	noted(&m, &comments, "on_error", st.onError, st.onErrorComments)
	return yamlout.Entry{Comments: comments, Key: st.id, Value: m}
}
