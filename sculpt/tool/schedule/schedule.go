// Package schedule puts what a tool does in order: its own requirements first, then each step as early as its data allows. Steps
// that need nothing of each other run at the same time, except for one that writes: it runs alone, after every step listed above
// it. A var is computed once, before the first use of its value.
//
// Steps a, b, c, d of which b reads a, and d reads b and c, come as (a, b | c), d.
package schedule

import (
	"maps"
	"slices"
	"time"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Step is a step with the conditions around it.
type Step struct {
	Name            manifest.Value[string]
	Plan            *plan.Step
	Go              *plan.GoStep // instead of Plan
	When            *plan.When   // nil: it runs in any case
	Each            *plan.Each   // nil: it runs once
	Pages           *plan.Pages  // nil: it collects no list
	Poll            *plan.Poll   // nil: it calls once
	Require, Expect []*plan.Check
	Undo            *Undo // nil: nothing takes it back
	Writes          bool
	After           []string // steps that run before it, whatever it reads; of one that writes, instead of those above it
	Ordered         bool     // After is given
}

// Undo is how a step is taken back.
type Undo struct {
	Call  *plan.Step
	Limit time.Duration
	Kept  []string // see [plan.Undo]
}

// Vars are the vars of a tool by name. Those that are wrong are missing.
type Vars map[string]*plan.Var

// Actions returns all that a tool does, in order, and the steps as they do it: see [withIdle]. Steps stand in the manifest's order; ones
// that need each other are added to found, and are left out.
func Actions(require []*plan.Check, steps []*Step, vars Vars, outputs []*plan.Output, found *diag.List) ([]plan.Action, []*Step) {
	inOrder := sorted(steps, vars, found)
	steps = withIdle(steps, vars, outputs)
	for _, s := range inOrder {
		s.Step = steps[slices.IndexFunc(steps, func(step *Step) bool { return step.Name == s.Name })]
	}
	s := &scheduler{defined: vars, users: users(steps, vars, outputs), computed: map[string]bool{}}
	s.checks(require)
	for _, a := range arrange(inOrder) {
		s.arrangement(a)
	}
	for _, out := range outputs {
		s.vars(out.Value)
	}
	return s.actions, steps
}

// users says how many steps and outputs use each var, themselves or by way of others.
func users(steps []*Step, vars Vars, outputs []*plan.Output) map[string]int {
	n := map[string]int{}
	note := func(nodes ...ir.Node) {
		for _, name := range vars.read(nodes...).vars {
			n[name]++
		}
	}
	for _, step := range steps {
		note(step.expressions()...)
	}
	for _, out := range outputs {
		note(out.Value)
	}
	return n
}

// scheduler appends actions, each var before its first use.
type scheduler struct {
	defined  Vars
	users    map[string]int
	actions  []plan.Action
	computed map[string]bool
}

// inside returns the scheduler of what an action consists of.
func (s *scheduler) inside() *scheduler {
	return &scheduler{defined: s.defined, users: s.users, computed: s.computed}
}

func (s *scheduler) arrangement(a *arrangement) {
	switch {
	case a.step != nil:
		s.step(a.step.Step)
	case a.sequence != nil:
		for _, part := range a.sequence {
			s.arrangement(part)
		}
	default:
		s.together(a.branches)
	}
}

// together appends what runs at the same time. A var that several branches use is computed before them: what it reads is
// there, or they would be one branch.
func (s *scheduler) together(branches []*arrangement) {
	used := map[string]bool{}
	for _, branch := range branches {
		for _, name := range s.defined.read(branch.expressions()...).vars {
			if used[name] {
				s.variable(name)
			}
			used[name] = true
		}
	}
	t := &plan.Together{}
	for _, branch := range branches {
		inner := s.inside()
		inner.arrangement(branch)
		t.Branches = append(t.Branches, inner.actions)
	}
	s.actions = append(s.actions, t)
}

func (s *scheduler) checks(checks []*plan.Check) {
	for _, check := range checks {
		s.vars(check.That)
		s.vars(check.Detail)
		s.actions = append(s.actions, check)
	}
}

func (s *scheduler) step(step *Step) {
	if step.When == nil {
		s.each(step)
		return
	}
	s.vars(step.When.If)
	s.shared(step)
	inner := s.inside()
	inner.each(step)
	when := *step.When
	when.Step, when.Actions = step.action(), inner.actions
	s.actions = append(s.actions, &when)
}

// each appends a step that runs for each element of a list. The vars that it uses are the same for all.
func (s *scheduler) each(step *Step) {
	if step.Each == nil {
		s.call(step)
		return
	}
	for _, n := range step.expressions() {
		s.vars(n)
	}
	inner := s.inside()
	inner.call(step)
	each := *step.Each
	each.Step, each.Actions = step.action(), inner.actions
	s.actions = append(s.actions, &each)
}

// shared appends the vars that a step uses and something else as well: what stands inside an action is seen by nothing else.
func (s *scheduler) shared(step *Step) {
	for _, name := range s.defined.read(step.expressions()...).vars {
		if s.users[name] > 1 && !s.defined.StepsRead(s.defined[name].Value)[step.Name.V] {
			s.variable(name)
		}
	}
}

// call appends what a step does, if it runs.
func (s *scheduler) call(step *Step) {
	s.checks(step.Require)
	if step.Pages != nil {
		s.pages(step)
		return
	}
	s.once(step, step.Expect)
}

// once appends what a step calls for one answer, and what is expected of its answer.
func (s *scheduler) once(step *Step, expect []*plan.Check) {
	for _, e := range step.action().Own() {
		s.vars(e.Node)
	}
	if step.Poll != nil {
		s.poll(step)
	} else {
		s.actions = append(s.actions, step.action())
	}
	s.undo(step)
	if len(expect) > 0 && step.Go == nil && step.Plan.StandsIn() {
		s.answered(step, expect)
		return
	}
	s.checks(expect)
}

// undo appends how a step is taken back. That computes the vars which it needs by itself: nothing may come between the step and it
// that can fail.
func (s *scheduler) undo(step *Step) {
	if step.Undo == nil {
		return
	}
	inner := s.inside()
	inner.computed = maps.Clone(s.computed)
	for _, e := range step.Undo.Call.Own() {
		inner.vars(e.Node)
	}
	actions := append(inner.actions, step.Undo.Call)
	s.actions = append(s.actions, &plan.Undo{Of: step.Name.V, Limit: step.Undo.Limit, Kept: step.Undo.Kept, Actions: actions})
}

// answered appends what a step expects of an answer, where something can stand in for one. Vars that others use as well are
// computed in any case.
func (s *scheduler) answered(step *Step, expect []*plan.Check) {
	for _, name := range s.defined.read(nodes(own(expect))...).vars {
		if s.users[name] > 1 {
			s.variable(name)
		}
	}
	inner := s.inside()
	inner.checks(expect)
	s.actions = append(s.actions, &plan.Answered{Step: step.Plan, Actions: inner.actions})
}

// action is what the step does.
func (s *Step) action() plan.StepAction {
	if s.Go != nil {
		return s.Go
	}
	return s.Plan
}

// vars appends the vars that n names and that are not computed yet. nil is no expression.
func (s *scheduler) vars(n ir.Node) {
	if n == nil {
		return
	}
	ir.Walk(n, func(n ir.Node) {
		if root, ok := n.(*ir.Root); ok && root.Kind == ir.VarRoot {
			s.variable(root.Name)
		}
	})
}

// variable appends a var after those that it names, unless it is computed already.
func (s *scheduler) variable(name string) {
	v := s.defined[name]
	if v == nil || s.computed[name] {
		return
	}
	s.computed[name] = true
	s.vars(v.Value)
	s.actions = append(s.actions, v)
}

// poll appends what calls a step again and again. The vars that are read of no answer of it are computed once, before the first call.
func (s *scheduler) poll(step *Step) {
	for _, e := range step.Poll.OfAnswer() {
		s.vars(e.Node)
	}
	poll := *step.Poll
	poll.Step = step.Plan
	s.actions = append(s.actions, &poll)
}
