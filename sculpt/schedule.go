package sculpt

import (
	"maps"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// schedule puts what the tool does in order: its own requirements first, then each step as early as its data allows, in
// the manifest's order where the data leaves a choice. A step that writes runs after every step listed above it. A var
// is computed once, before the first use of its value.
func (t *toolChecker) schedule(require []*plan.Check) {
	t.needs()
	s := &scheduler{tool: t, computed: map[string]bool{}}
	s.checks(require)
	for _, step := range t.ordered() {
		s.step(step)
	}
	for _, out := range t.plan.Outputs {
		s.vars(out.Value)
	}
	t.plan.Actions = s.actions
}

// needs finds out which steps must have run before each step.
func (t *toolChecker) needs() {
	for _, m := range t.tool.Steps {
		s := t.steps[m.Name.V]
		maps.Copy(s.reads, t.stepsRead(s.before()...))
		after := t.stepsRead(s.after()...)
		delete(after, m.Name.V) // what is expected of an answer reads that answer
		maps.Copy(s.reads, after)
		if s.op == nil || !writes(s.op.plan.Method) {
			continue
		}
		for _, above := range t.tool.Steps[:s.order] {
			s.follows[above.Name.V] = true
		}
	}
}

// before are the expressions of a step that are evaluated before its call, or in the place of its answer.
func (s *step) before() []ir.Node {
	list := []ir.Node{s.plan.Body}
	for _, check := range s.require {
		list = append(list, check.That, check.Detail)
	}
	for _, arg := range s.plan.Args {
		list = append(list, arg.Value)
	}
	for _, rule := range s.plan.OnError {
		list = append(list, rule.Detail)
	}
	return list
}

// after are the expressions of a step that are evaluated after its call.
func (s *step) after() []ir.Node {
	var list []ir.Node
	for _, check := range s.expect {
		list = append(list, check.That, check.Detail)
	}
	return list
}

// needed are the names of the steps that must have run before s, in the manifest's order.
func (t *toolChecker) needed(s *step) []string {
	return slices.DeleteFunc(stepNames(t.tool), func(name string) bool { return !s.reads[name] && !s.follows[name] })
}

// ordered returns the steps in the order in which they run. A cycle is reported, and ends the order.
func (t *toolChecker) ordered() []*step {
	var order []*step
	state := map[string]progress{}
	var visit func(name string, path []string) bool
	visit = func(name string, path []string) bool {
		path = append(path, name)
		switch state[name] {
		case done:
			return true
		case underway:
			t.stepCycle(path[slices.Index(path, name):])
			return false
		}
		state[name] = underway
		for _, needed := range t.needed(t.steps[name]) {
			if !visit(needed, path) {
				return false
			}
		}
		state[name] = done
		order = append(order, t.steps[name])
		return true
	}
	for _, name := range stepNames(t.tool) {
		if !visit(name, nil) {
			return nil
		}
	}
	return order
}

// stepCycle reports steps that need each other. path begins and ends with the same step.
func (t *toolChecker) stepCycle(path []string) {
	first := t.steps[path[0]]
	if len(path) == 2 {
		t.errorf(first.manifest.Name, "cycle", "the step %s reads its own answer before it has one", path[0])
		return
	}
	for i, name := range path[:len(path)-1] {
		if s, next := t.steps[name], path[i+1]; !s.reads[next] {
			t.errorf(s.manifest.Name, "cycle", "the step %s writes, so it runs after the steps above it; but %s, which is one of them, needs it: move %s up",
				name, next, name)
			return
		}
	}
	t.errorf(first.manifest.Name, "cycle", "the step %s needs its own answer: %s", path[0], cycle(path))
}

// cycle shows how what stands last in path comes back to where it stands first.
func cycle(path []string) string {
	start := slices.Index(path, path[len(path)-1])
	return strings.Join(path[start:], " → ")
}

// scheduler appends actions, each var before its first use.
type scheduler struct {
	tool     *toolChecker
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

func (s *scheduler) step(step *step) {
	s.checks(step.require)
	for _, arg := range step.plan.Args {
		s.vars(arg.Value)
	}
	s.vars(step.plan.Body)
	for _, rule := range step.plan.OnError {
		s.vars(rule.Detail)
	}
	s.actions = append(s.actions, step.plan)
	s.checks(step.expect)
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
		v := s.tool.vars[root.Name].plan
		if v == nil {
			return
		}
		s.vars(v.Value)
		s.actions = append(s.actions, v)
	})
}
