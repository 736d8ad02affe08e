package importer

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/arazzo"
)

// branch is a success action that leads forward: with its condition, steps are passed over.
type branch struct {
	condition string // empty: always
	to        int    // the index of the step that it leads to; that behind the last: the end
}

// branches translates the success actions of a step at an index. What leads back, or to another workflow, has no equal.
func (s *scope) branches(st *step, at int) {
	actions := merged(st.OnSuccess, s.workflow.OnSuccess)
	var all []branch
	for _, a := range actions {
		st.comments = append(st.comments, extras(&a.Object)...)
		b, why := s.branch(st, a, at)
		if why != "" {
			st.comments = append(st.comments, lost(a.Pos(), "onSuccess", a.Node, why))
			continue
		}
		all = append(all, b)
		if b.condition == "" {
			break
		}
	}
	for k := at + 1; k < len(s.workflow.Steps); k++ {
		if c := skips(all, k); c != "" {
			s.skip(s.workflow.Steps[k].ID.V, c)
		}
	}
}

// branch translates one action, or says why not.
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
	from := *s
	from.self, from.within = st, false
	var conditions []string
	for _, r := range rulesOf(a.Criteria) {
		if r.status != nil && st.implied(r) {
			continue
		}
		cel, err := from.cel(r)
		if err != nil {
			return b, err.Error()
		}
		conditions = append(conditions, cel)
	}
	b.condition = strings.Join(conditions, " && ")
	return b, ""
}

// skips is the condition with which a step at an index is passed over: "" if it never is. The first action whose condition holds counts.
func skips(all []branch, at int) string {
	var reasons, before []string
	for _, b := range all {
		if b.to <= at {
			if b.condition == "" {
				break
			}
			before = append(before, "!("+b.condition+")")
			continue
		}
		condition := b.condition
		if condition == "" {
			condition = "true"
		}
		if len(before) > 0 {
			condition = strings.TrimPrefix("("+condition+") && "+strings.Join(before, " && "), "(true) && ")
		}
		reasons = append(reasons, condition)
	}
	if len(reasons) > 1 {
		return "(" + strings.Join(reasons, ") || (") + ")"
	}
	return strings.Join(reasons, "")
}

// skip notes that a step does not run with a condition: itself, or all steps of the workflow that it calls.
func (s *scope) skip(id, condition string) { s.skipIf[id] = append(s.skipIf[id], condition) }
