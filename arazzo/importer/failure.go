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
	"github.com/nactgen/nactgen/spec"
)

// The range of the statuses with which a call can end.
const firstStatus, lastStatus = 100, 599

// statusesOf returns the statuses for which all rules about the status hold.
func statusesOf(rules []rule) []int {
	var statuses []int
	for n := firstStatus; n <= lastStatus; n++ {
		if !slices.ContainsFunc(rules, func(r rule) bool { return r.status != nil && !r.status(n) }) {
			statuses = append(statuses, n)
		}
	}
	return statuses
}

// ends translates the criteria of a step, and its failure actions.
func (st *step) ends(s *scope) {
	rules := rulesOf(st.Criteria)
	for _, c := range st.Criteria {
		st.expectComments = append(st.expectComments, extras(&c.Object)...)
	}
	actions := merged(st.OnFailure, s.workflow.OnFailure)
	fail := st.defaultFailure(actions)
	rules = st.retries(s, actions, rules, fail)
	st.expected(s, rules, fail)
	for _, a := range actions {
		if a.Type.V != "retry" {
			st.failure(s, a, fail)
		}
		st.onErrorComments = append(st.onErrorComments, extras(&a.Object)...)
	}
}

// merged returns the actions of a step and those of its workflow, except those that the step replaces with one of the same name.
func merged(own, inherited []*arazzo.Action) []*arazzo.Action {
	for _, a := range inherited {
		if !slices.ContainsFunc(own, func(o *arazzo.Action) bool { return o.Name.V == a.Name.V }) {
			own = append(slices.Clip(own), a)
		}
	}
	return own
}

// defaultFailure returns the failure of the first action that ends the workflow without a condition, or "". It is what the tool fails with if a criterion
// of the step does not hold.
func (st *step) defaultFailure(actions []*arazzo.Action) string {
	for _, a := range actions {
		if a.Type.V == "end" && len(a.Criteria) == 0 {
			return draft.Capitals(a.Name.V)
		}
	}
	return ""
}

// fails declares a failure of the tool and returns its name, which is made of the id of the step if it is empty.
func (st *step) fails(s *scope, name, means string) string {
	name = cmp.Or(name, strings.ToUpper(st.id)+"_FAILED")
	if !slices.ContainsFunc(s.tool.failures, func(e yamlout.Entry) bool { return e.Key == name }) {
		s.tool.failures.Add(name, yamlout.Text(means))
	}
	return name
}

// expected translates the rules for success. Error statuses that count as success become a rule of on_error, everything else becomes conditions.
func (st *step) expected(s *scope, rules []rule, fail string) {
	wanted := statusesOf(rules)
	if errors := slices.DeleteFunc(slices.Clone(wanted), func(n int) bool { return n < 300 }); len(errors) > 0 && len(errors) < 300 {
		st.onError = append(st.onError, yamlout.Map("status", statusList(errors), "use", yamlout.Mapping{}))
	}
	at := s.about(st, true)
	for _, r := range rules {
		if r.status != nil && st.implied(r) {
			continue
		}
		cel, err := at.cel(r)
		if err != nil {
			st.expectComments = append(st.expectComments, s.tool.lose(omitted(r.from.Pos(), "successCriteria", r.from.Node, err.Error())))
			continue
		}
		if cel == "true" {
			continue
		}
		code := st.fails(s, cmp.Or(exportedFailure(r.from), fail), "The API has not answered as is expected of "+draft.Words(st.id)+".")
		st.expect = append(st.expect, yamlout.Map("that", cel, "fail", code))
	}
}

// exportedFailure returns the failure that nactgen noted at a criterion when it exported the document, or "".
func exportedFailure(c *arazzo.Criterion) string {
	for _, f := range c.Extra {
		if f.Name == failureExtension {
			return draft.Capitals(f.Value.Text)
		}
	}
	return ""
}

// implied reports whether a rule about the status needs no condition, since it holds for every success that the OpenAPI document describes or, if it
// describes none, for every status of success. All other statuses fail the step in any case.
func (st *step) implied(r rule) bool {
	successes := operation.Successes(st.op.Operation)
	described := func(n int) bool {
		return slices.ContainsFunc(successes, func(r *spec.Response) bool {
			status, err := strconv.Atoi(r.Status)
			return err != nil || status == n
		})
	}
	for n := 200; n < 300; n++ {
		if !r.status(n) && (len(successes) == 0 || described(n)) {
			return false
		}
	}
	return true
}

// failure translates an action for the case that the step fails.
func (st *step) failure(s *scope, a *arazzo.Action, fail string) {
	why := ""
	switch {
	case a.Type.V == "goto":
		s.tool.lose(omitted(a.Pos(), "onFailure", a.Node, "a jump has no equal"))
		why = "a jump has no equal: an error ends the tool, or on_error says what stands in for the answer (use), and when of later steps whether they run"
	case len(a.Criteria) == 0:
		code := st.fails(s, fail, draft.Description(a.Name.V, "The API refused the call, or failed: "+draft.Words(a.Name.V)+".", "", 200))
		st.onError = append(st.onError, yamlout.Map("status", yamlout.Texts("4xx", "5xx"), "fail", code))
	default:
		why = st.failureWith(s, a)
	}
	if why != "" {
		st.onErrorComments = append(st.onErrorComments, omitted(a.Pos(), "onFailure", a.Node, why))
	}
}

// failureWith translates an action that ends the workflow under conditions, or returns why it cannot.
func (st *step) failureWith(s *scope, a *arazzo.Action) string {
	rules := rulesOf(a.Criteria)
	at := s.about(st, true)
	ofErrors := slices.DeleteFunc(statusesOf(rules), func(n int) bool { return n < 300 })
	bySuccess := slices.ContainsFunc(statusesOf(rules), func(n int) bool { return n >= 200 && n < 300 })
	if !bySuccess {
		at = at.ofErrors(ofErrors)
	}
	conditions, err := at.cels(slices.DeleteFunc(rules, func(r rule) bool { return r.status != nil }))
	if err != nil {
		return err.Error()
	}
	that := conjunction(conditions)
	if st.polled && bySuccess && that != "" {
		return "" // which is a condition of the poll
	}
	code := st.fails(s, draft.Capitals(a.Name.V), st.means(ofErrors, a))
	if len(ofErrors) > 0 && !(bySuccess && that != "") {
		st.onError = append(st.onError, yamlout.Map("status", statusList(ofErrors), "that", that, "fail", code))
		return ""
	}
	if that == "" || len(st.expect) == 0 {
		return "it is about a success, with which the step does not fail"
	}
	st.exits = append(st.exits, yamlout.Map("that", st.succeeds()+" || !("+that+")", "fail", code))
	return ""
}

// succeeds returns the condition that all criteria of the step hold.
func (st *step) succeeds() string {
	var all []string
	for _, c := range st.expect {
		that := c.(yamlout.Mapping)[0].Value.(yamlout.Text)
		all = append(all, string(that))
	}
	return conjunction(all)
}

// ofErrors returns the scope for a condition on the answer to a call that failed with one of the statuses: its body has the type of that error.
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

// means describes a failure to agents: with the description that the OpenAPI document has for one of its statuses, else with the name of the action.
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

// statusList returns statuses for a rule of on_error. More than 20 of one class stand for the class: 4xx.
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
