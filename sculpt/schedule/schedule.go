// Package schedule puts what a tool does in order: its own requirements first, then each step as early as its data allows,
// in the manifest's order where the data leaves a choice. A step that writes runs after every step listed above it. A var is
// computed once, before the first use of its value.
//
// Steps a, b, c of which a reads c come as c, a, b.
package schedule

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Step is a step with the conditions around it.
type Step struct {
	Name            manifest.Value[string]
	Plan            *plan.Step
	Require, Expect []*plan.Check
	Writes          bool
}

// Vars are the vars of a tool by name. Those that are wrong are missing.
type Vars map[string]*plan.Var

// Actions returns all that a tool does, in order. Steps stand in the manifest's order; ones that need each other are added
// to found, and are left out.
func Actions(require []*plan.Check, steps []*Step, vars Vars, outputs []*plan.Output, found *diag.List) []plan.Action {
	s := &scheduler{defined: vars, computed: map[string]bool{}}
	s.checks(require)
	for _, step := range order(steps, vars, found) {
		s.step(step)
	}
	for _, out := range outputs {
		s.vars(out.Value)
	}
	return s.actions
}

// StepsRead returns the steps whose answers expressions read, themselves or by way of vars, each of which is looked at once. nil is
// no expression.
func (v Vars) StepsRead(nodes ...ir.Node) map[string]bool {
	steps, followed := map[string]bool{}, map[string]bool{}
	var visit func(n ir.Node)
	visit = func(n ir.Node) {
		root, ok := n.(*ir.Root)
		if !ok {
			return
		}
		switch root.Kind {
		case ir.BodyRoot, ir.StatusRoot, ir.HeadersRoot:
			steps[root.Name] = true
		case ir.VarRoot:
			if named := v[root.Name]; named != nil && !followed[root.Name] {
				followed[root.Name] = true
				ir.Walk(named.Value, visit)
			}
		}
	}
	for _, n := range nodes {
		if n != nil {
			ir.Walk(n, visit)
		}
	}
	return steps
}

// reads are the steps whose answers a step reads before it has its own.
func (s *Step) reads(vars Vars) map[string]bool {
	reads := vars.StepsRead(s.after()...)
	delete(reads, s.Name.V) // what is expected of an answer reads that answer
	maps.Copy(reads, vars.StepsRead(s.before()...))
	return reads
}

// before are the expressions of a step that are evaluated before its call, or in the place of its answer.
func (s *Step) before() []ir.Node {
	list := []ir.Node{s.Plan.Body}
	for _, check := range s.Require {
		list = append(list, check.That, check.Detail)
	}
	for _, arg := range s.Plan.Args {
		list = append(list, arg.Value)
	}
	for _, rule := range s.Plan.OnError {
		list = append(list, rule.Detail)
	}
	return list
}

// after are the expressions of a step that are evaluated after its call.
func (s *Step) after() []ir.Node {
	var list []ir.Node
	for _, check := range s.Expect {
		list = append(list, check.That, check.Detail)
	}
	return list
}

// scheduler appends actions, each var before its first use.
type scheduler struct {
	defined  Vars
	actions  []plan.Action
	computed map[string]bool
}

func (s *scheduler) checks(checks []*plan.Check) {
	for _, check := range checks {
		s.vars(check.That)
		s.vars(check.Detail)
		s.actions = append(s.actions, check)
	}
}

func (s *scheduler) step(step *Step) {
	s.checks(step.Require)
	for _, arg := range step.Plan.Args {
		s.vars(arg.Value)
	}
	s.vars(step.Plan.Body)
	for _, rule := range step.Plan.OnError {
		s.vars(rule.Detail)
	}
	s.actions = append(s.actions, step.Plan)
	s.checks(step.Expect)
}

// vars appends the vars that n names and that are not computed yet.
func (s *scheduler) vars(n ir.Node) {
	if n == nil {
		return
	}
	ir.Walk(n, func(n ir.Node) {
		root, ok := n.(*ir.Root)
		if !ok || root.Kind != ir.VarRoot || s.computed[root.Name] {
			return
		}
		s.computed[root.Name] = true
		v := s.defined[root.Name]
		if v == nil {
			return
		}
		s.vars(v.Value)
		s.actions = append(s.actions, v)
	})
}

// names are the names of steps, in their order.
func names(steps []*Step) []string {
	list := make([]string, len(steps))
	for i, s := range steps {
		list[i] = s.Name.V
	}
	return list
}

// find returns the step of a name.
func find(steps []*Step, name string) *Step {
	return steps[slices.IndexFunc(steps, func(s *Step) bool { return s.Name.V == name })]
}
