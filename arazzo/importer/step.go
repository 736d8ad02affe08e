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
	id          string // in the manifest
	op          *draft.Operation
	conditional bool       // it may not run
	skipIf      [][]string // the cases in which it does not run
	answer      *ir.Type   // of the body; nil: there is none to read
	bodiless    bool       // the body may be missing
	passed      []passed
	body        *value

	comments  []string
	with      yamlout.Mapping
	withLost  []string
	sent      yamlout.Value
	expect    yamlout.List
	notExpect []string // comments on what is not expected
	onError   yamlout.List
	notOnErr  []string
	more      yamlout.Mapping // retry, poll, timeout, after
}

// passed is a value for a parameter.
type passed struct {
	in, name string
	value    value
}

// newStep finds out what an operation answers.
func newStep(from *arazzo.Step, id string, op *draft.Operation) *step {
	st := &step{Step: from, id: id, op: op}
	media, _ := operation.AnswerMedia(op.Operation, "")
	if media != nil && media.Schema.Unreadable() == nil {
		st.answer, _ = operation.AnswerType(shape.New(id), media)
		st.bodiless = len(operation.BodilessStatuses(op.Operation)) > 0
	}
	return st
}

// resolve is what an expression about the call reads. Within the step's own conditions the answer is this.
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

// root is the step itself.
func (st *step) root(within bool) access {
	switch {
	case within:
		return access{hard: "this"}
	case st.conditional:
		return access{soft: "steps.?" + st.id, optional: true}
	}
	return access{hard: "steps." + st.id, lenient: st.op.Writes()} // behind a write, nothing should be able to fail
}

func (st *step) part(path []string, within bool) (value, error) {
	if st.answer == nil {
		return value{}, errors.New("the document has no body for the answer")
	}
	a, err := st.root(within).read(".body", ".?body", st.answer, st.bodiless).at(path)
	return value{read: &a}, err
}

// request is a value that the step sends.
func (st *step) request(e *expression.Expr) (value, error) {
	if e.Source == "body" && st.body != nil {
		return st.body.at(e.Path)
	}
	for _, p := range st.passed {
		if p.in == e.Source && (p.name == e.Name || p.in == "header" && strings.EqualFold(p.name, e.Name)) {
			return p.value, nil
		}
	}
	return value{}, fmt.Errorf("the step does not send it")
}

// parameters translates what the step passes: its own parameters, and those of the workflow that it does not replace.
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
			st.withLost = append(st.withLost, lost(p.Pos(), "parameter", p.Node, why))
		}
		st.withLost = append(st.withLost, extras(&p.Object)...)
	}
}

// parameter translates a parameter, or says why not.
func (st *step) parameter(s *scope, p *arazzo.Parameter) string {
	i := slices.IndexFunc(st.op.Parameters, func(known *spec.Parameter) bool {
		return string(known.In) == p.In.V && (known.Name == p.Name.V || known.In == spec.InHeader && strings.EqualFold(known.Name, p.Name.V))
	})
	switch {
	case i < 0 && p.In.V == "header" && strings.EqualFold(p.Name.V, "Authorization"):
		return "credentials come from the configuration, as auth of the upstream has them, and never from an agent or a step"
	case i < 0:
		return "the document has no such parameter"
	}
	known := st.op.Parameters[i]
	v, err := s.valueOf(p.Value, func(*arazzo.Node, error) {})
	if err != nil {
		return err.Error()
	}
	y, err := v.yaml(s, known.Schema, known.Required)
	if err != nil {
		return err.Error()
	}
	st.passed = append(st.passed, passed{p.In.V, p.Name.V, v})
	key := known.Name
	if slices.ContainsFunc(st.op.Parameters, func(other *spec.Parameter) bool { return other != known && other.Name == known.Name }) {
		key = string(known.In) + "." + known.Name
	}
	st.with.Add(key, y)
	return ""
}

// yaml is the step as its manifest has it.
func (st *step) yaml() yamlout.Entry {
	m, comments := yamlout.Map("call", st.op.Call), st.comments
	noted(&m, &comments, "with", st.with, st.withLost)
	if st.sent != nil {
		m.Add("body", st.sent)
	}
	m = append(m, st.more...)
	m = append(m, yamlout.Map("when", runsUnless(st.skipIf))...)
	noted(&m, &comments, "expect", st.expect, st.notExpect)
	noted(&m, &comments, "on_error", st.onError, st.notOnErr)
	return yamlout.Entry{Comments: comments, Key: st.id, Value: m}
}
