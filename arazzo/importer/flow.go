package importer

import (
	"slices"

	"github.com/nactgen/nactgen/arazzo"
)

// branch is a success action that skips the steps between its own and the one that it leads to.
type branch struct {
	conditions []string // all of which have to hold
	to         int      // the index of the step that it leads to; the number of steps for the end of the workflow
}

// branches translates the success actions of the step at an index. Those that lead back or to another workflow have no equal.
func (s *scope) branches(st *step, at int) {
	actions := merged(st.OnSuccess, s.workflow.OnSuccess)
	var all []branch
	for _, a := range actions {
		st.comments = append(st.comments, extras(&a.Object)...)
		b, why := s.branch(st, a, at)
		if why != "" {
			st.comments = append(st.comments, s.tool.lose(omitted(a.Pos(), "onSuccess", a.Node, why)))
			continue
		}
		all = append(all, b)
		if len(b.conditions) == 0 {
			break
		}
	}
	var ran []string // a step that is itself skipped takes no action
	if len(st.skipIf) > 0 {
		ran = []string{"has(steps." + st.id + ")"}
	}
	for k := at + 1; k < len(s.workflow.Steps); k++ {
		id := s.workflow.Steps[k].ID.V
		for _, c := range skips(all, k) {
			s.skipIf[id] = append(s.skipIf[id], slices.Concat(ran, c))
		}
	}
}

// branch translates one action, or returns why it cannot.
func (s *scope) branch(st *step, a *arazzo.Action, at int) (branch, string) {
	b := branch{to: len(s.workflow.Steps)}
	if a.Type.V == "goto" {
		if a.WorkflowID.V != "" {
			return b, "a jump to another workflow has no equal: the tool of that is for an agent to call"
		}
		b.to = slices.IndexFunc(s.workflow.Steps, func(other *arazzo.Step) bool { return other.ID.V == a.StepID.V })
		if b.to <= at {
			return b, "a jump back has no equal: poll asks again, paginate collects pages, for_each goes over a list"
		}
	}
	conditions, err := s.about(st, false).cels(slices.DeleteFunc(rulesOf(a.Criteria), func(r rule) bool { return r.status != nil && st.implied(r) }))
	if err != nil {
		return b, err.Error()
	}
	b.conditions = conditions
	return b, ""
}

// skips returns the cases in which the step at an index is skipped, each as the conditions that hold then. The first branch whose conditions hold is
// taken.
func skips(all []branch, at int) [][]string {
	var cases [][]string
	var before []string
	for _, b := range all {
		if b.to > at {
			cases = append(cases, slices.Concat(b.conditions, before))
			continue
		}
		if len(b.conditions) == 0 {
			break
		}
		before = append(before, "!("+conjunction(b.conditions)+")")
	}
	return cases
}

// runsUnless returns the condition of a step that is skipped in some cases. A case that another one includes is left out.
func runsUnless(cases [][]string) string {
	var all []string
	for i, c := range cases {
		included := func(j int, other []string) bool {
			return j != i && !slices.ContainsFunc(other, func(condition string) bool { return !slices.Contains(c, condition) }) && (j < i || len(distinct(other)) < len(distinct(c)))
		}
		redundant := false
		for j, other := range cases {
			redundant = redundant || included(j, other)
		}
		if redundant {
			continue
		}
		if len(c) == 0 {
			return "false"
		}
		all = append(all, "!("+conjunction(distinct(c))+")")
	}
	return conjunction(all)
}

// distinct returns the strings of a list without repetitions.
func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
