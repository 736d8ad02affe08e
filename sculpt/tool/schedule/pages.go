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
	for _, e := range slices.Concat(step.call(), step.beforePages(), step.ofPages()) {
		s.vars(e.node)
	}
	inner := s.inside()
	inner.once(step, ofPage)
	step.Pages.Step, step.Pages.Actions = step.Plan, inner.actions
	s.actions = append(s.actions, step.Pages)
	s.checks(ofList)
}

// beforePages are the expressions that are evaluated before the first page.
func (s *Step) beforePages() []expression {
	if s.Pages == nil {
		return nil
	}
	return []expression{{s.Pages.LimitWhere.Name, s.Pages.Limit}}
}

// ofPages are the expressions that are evaluated for each page.
func (s *Step) ofPages() []expression {
	if s.Pages == nil {
		return nil
	}
	return []expression{
		{s.Pages.ItemsWhere.Name, s.Pages.Items}, {s.Pages.NextWhere.Name, s.Pages.Next}, {s.Pages.EnoughWhere.Name, s.Pages.Enough},
	}
}

// Collected reports whether expressions read what is collected of the pages of a step, themselves or by way of vars. nil is no
// expression.
func (v Vars) Collected(step string, nodes ...ir.Node) bool { return v.read(nodes...).pages[step] }

// Readers are the expressions of a step that can read a list, also its own. Those that collect it are none of them.
func (s *Step) Readers() []ir.Node {
	var list []ir.Node
	for _, e := range slices.Concat(s.before(), s.expected()) {
		list = append(list, e.node)
	}
	return list
}

// StepsRead are the steps whose answers a step reads before it has its own.
func (s *Step) StepsRead(vars Vars) map[string]bool {
	steps := map[string]bool{}
	for _, e := range s.before() {
		for name := range vars.StepsRead(e.node) {
			steps[name] = true
		}
	}
	return steps
}
