package schedule

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pages appends what collects a step's list. What no page has a part in is computed once, before the first of them, and what is
// expected of the list is checked behind the last.
func (s *scheduler) pages(step *Step) {
	var ofPage, ofList []*plan.Check
	for _, check := range step.Expect {
		if s.defined.read(check.That, check.Detail).pages[step.Name.V] {
			ofList = append(ofList, check)
			continue
		}
		ofPage = append(ofPage, check)
		s.vars(check.That)
		s.vars(check.Detail)
	}
	for _, n := range slices.Concat(nodes(step.action().Own()), []ir.Node{step.Pages.Limit}, nodes(step.Pages.OfPage())) {
		s.vars(n)
	}
	inner := s.inside()
	inner.once(step, ofPage)
	pages := *step.Pages
	pages.Step, pages.Actions = step.Plan, inner.actions
	s.actions = append(s.actions, &pages)
	s.checks(ofList)
}

// Collected reports whether expressions read what is collected of the pages of a step, themselves or by way of vars. nil is no
// expression.
func (v Vars) Collected(step string, nodes ...ir.Node) bool { return v.read(nodes...).pages[step] }

// Readers are the expressions of a step that can read a collected list, also its own, without those by which it collects that.
func (s *Step) Readers() []ir.Node {
	return nodes(append(s.before(), own(s.Expect)...))
}

// StepsRead are the steps whose answers a step reads before it has its own.
func (s *Step) StepsRead(vars Vars) map[string]bool {
	steps := map[string]bool{}
	for _, e := range s.before() {
		for name := range vars.StepsRead(e.Node) {
			steps[name] = true
		}
	}
	return steps
}
