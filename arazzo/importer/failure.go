package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
)

// statuses are those that a call can end with.
const firstStatus, lastStatus = 100, 599

// all are the statuses for which rules about the status alone hold.
func all(rules []rule) []int {
	var statuses []int
	for n := firstStatus; n <= lastStatus; n++ {
		if !slices.ContainsFunc(rules, func(r rule) bool { return r.status != nil && !r.status(n) }) {
			statuses = append(statuses, n)
		}
	}
	return statuses
}

// ends translates what makes a step succeed and fail: its criteria, and what happens if they are not met.
func (st *step) ends(s *scope) {
	rules := rulesOf(st.Criteria)
	for _, c := range st.Criteria {
		st.notExpect = append(st.notExpect, extras(&c.Object)...)
	}
	actions := merged(st.OnFailure, s.workflow.OnFailure)
	fail := st.defaultFailure(actions)
	rules = st.retries(s, actions, rules, fail)
	st.expected(s, rules, fail)
	for _, a := range actions {
		if a.Type.V != "retry" {
			st.failure(s, a, fail)
		}
		st.notOnErr = append(st.notOnErr, extras(&a.Object)...)
	}
}

// merged are the actions of a step, and those of its workflow that it does not replace.
func merged(own, inherited []*arazzo.Action) []*arazzo.Action {
	for _, a := range inherited {
		if !slices.ContainsFunc(own, func(o *arazzo.Action) bool { return o.Name.V == a.Name.V }) {
			own = append(slices.Clip(own), a)
		}
	}
	return own
}

// defaultFailure is the failure that the tool ends in if the step has not done what is expected of it, and no action is for that.
func (st *step) defaultFailure(actions []*arazzo.Action) string {
	for _, a := range actions {
		if a.Type.V == "end" && len(a.Criteria) == 0 {
			return draft.Capitals(a.Name.V)
		}
	}
	return ""
}

// fails returns the failure of a name, which the tool declares; one without a name is that of the step.
func (st *step) fails(s *scope, name, means string) string {
	if name == "" {
		name = strings.ToUpper(st.id) + "_FAILED"
	}
	s.tool.fail(name, means)
	return name
}

// expected translates the criteria for success: those about the status of an error to rules of on_error that go on, the others to conditions.
func (st *step) expected(s *scope, rules []rule, fail string) {
	wanted := all(rules)
	if errors := slices.DeleteFunc(slices.Clone(wanted), func(n int) bool { return n < 300 }); len(errors) > 0 && len(errors) < 300 {
		st.onError = append(st.onError, yamlout.Map("status", statusList(errors), "use", yamlout.Mapping{}))
	}
	at := s.of(st)
	for _, r := range rules {
		if r.status != nil && st.implied(r) {
			continue
		}
		cel, err := at.cel(r)
		if err != nil {
			st.notExpect = append(st.notExpect, lost(r.from.Pos(), "successCriteria", r.from.Node, err.Error()))
			continue
		}
		code := st.fails(s, cmp.Or(exportedFailure(r.from), fail), "The API has not answered as is expected of "+draft.Words(st.id)+".")
		st.expect = append(st.expect, yamlout.Map("that", cel, "fail", code))
	}
}

// exportedFailure is the failure that a criterion stands for in a document that nactgen has exported; "" in any other.
func exportedFailure(c *arazzo.Criterion) string {
	for _, f := range c.Extra {
		if f.Name == failureExtension {
			return draft.Capitals(f.Value.Text)
		}
	}
	return ""
}

// implied reports whether a rule about the status holds for each success that the document has: another status fails the step in any case.
func (st *step) implied(r rule) bool {
	every := true
	for n := 200; n < 300; n++ {
		every = every && r.status(n)
	}
	known := st.successes()
	return every || len(known) > 0 && !slices.ContainsFunc(known, func(n int) bool { return !r.status(n) })
}

// successes are the statuses of success that the document has.
func (st *step) successes() []int {
	var list []int
	for _, r := range operation.Successes(st.op.Operation) {
		switch n, err := strconv.Atoi(r.Status); {
		case err == nil:
			list = append(list, n)
		default:
			for n := 200; n < 300; n++ {
				list = append(list, n)
			}
		}
	}
	return list
}

// failure translates what happens if a step fails.
func (st *step) failure(s *scope, a *arazzo.Action, fail string) {
	why := ""
	switch {
	case a.Type.V == "goto":
		why = "a jump has no equal: an error ends the tool, or on_error says what stands in for the answer (use), and when of later steps whether they run"
	case len(a.Criteria) == 0:
		code := st.fails(s, fail, draft.Description(a.Name.V, "The API refused the call, or failed: "+draft.Words(a.Name.V)+".", "", 200))
		st.onError = append(st.onError, yamlout.Map("status", yamlout.Texts("4xx", "5xx"), "fail", code))
	default:
		why = st.failureWith(s, a)
	}
	if why != "" {
		st.notOnErr = append(st.notOnErr, lost(a.Pos(), "onFailure", a.Node, why))
	}
}

// failureWith translates an end of the workflow under conditions, or says why not.
func (st *step) failureWith(s *scope, a *arazzo.Action) string {
	rules := rulesOf(a.Criteria)
	at := s.of(st)
	ofErrors := slices.DeleteFunc(all(rules), func(n int) bool { return n < 300 })
	bySuccess := slices.ContainsFunc(all(rules), func(n int) bool { return n >= 200 && n < 300 })
	if !bySuccess {
		at = at.ofErrors(ofErrors)
	}
	conditions, err := at.cels(slices.DeleteFunc(rules, func(r rule) bool { return r.status != nil }))
	if err != nil {
		return err.Error()
	}
	code := st.fails(s, draft.Capitals(a.Name.V), st.means(ofErrors, a))
	that := strings.Join(conditions, " && ")
	if len(ofErrors) > 0 && !(bySuccess && that != "") {
		st.onError = append(st.onError, yamlout.Map("status", statusList(ofErrors), "that", that, "fail", code))
		return ""
	}
	if that == "" {
		return "it is about a success, with which the step does not fail"
	}
	st.expect = append(yamlout.List{yamlout.Map("that", "!("+that+")", "fail", code)}, st.expect...)
	return ""
}

// ofErrors is the scope of conditions on an answer to an error.
func (s *scope) ofErrors(statuses []int) *scope {
	at, st := *s, *s.self
	st.answer = nil
	for _, r := range st.op.Responses {
		n, err := strconv.Atoi(r.Status)
		if media := operation.JSONMedia(r.Content); media != nil && media.Schema.Unreadable() == nil && (err != nil && n == 0 || slices.Contains(statuses, n)) {
			st.answer, _ = operation.AnswerType(shape.New(st.id), media)
			break
		}
	}
	at.self = &st
	return &at
}

// means says what a failure is.
func (st *step) means(statuses []int, a *arazzo.Action) string {
	for _, r := range st.op.Responses {
		if n, err := strconv.Atoi(r.Status); err == nil && len(statuses) < 20 && slices.Contains(statuses, n) {
			if text := draft.Description(r.Description, "", "", 200); text != "" {
				return text
			}
		}
	}
	return "The workflow ends: " + draft.Words(a.Name.V) + "."
}

// statusList is a list of statuses, by classes where these are whole.
func statusList(statuses []int) yamlout.Value {
	var list yamlout.List
	for class := 3; class <= 5; class++ {
		of := slices.DeleteFunc(slices.Clone(statuses), func(n int) bool { return n/100 != class })
		if len(of) > 20 {
			list = append(list, yamlout.Text(fmt.Sprintf("%dxx", class)))
			continue
		}
		for _, n := range of {
			list = append(list, yamlout.Literal(strconv.Itoa(n)))
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}
