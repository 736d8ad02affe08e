package importer

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
)

// retried are the statuses after which the retry policy of a step repeats a call.
var retried = []int{429, 502, 503, 504}

// maxAttempts is the greatest number of attempts that a retry policy can have.
const maxAttempts = 10

// retries translates the actions that repeat the call, to a retry policy or, if they wait for a success of a certain kind, to poll. It returns the
// rules for success that poll does not take care of.
func (st *step) retries(s *scope, actions []*arazzo.Action, rules []rule, fail string) []rule {
	for i, a := range actions {
		if a.Type.V != "retry" {
			continue
		}
		if why := st.retry(s, a, actions[:i], &rules, fail); why != "" {
			st.onErrorComments = append(st.onErrorComments, omitted(a.Pos(), "onFailure", a.Node, why))
		}
	}
	return rules
}

// retry translates one of these actions, or returns why it cannot. The actions before it are taken first.
func (st *step) retry(s *scope, a *arazzo.Action, before []*arazzo.Action, rules *[]rule, fail string) string {
	if a.StepID.V != "" || a.WorkflowID.V != "" {
		return "nothing runs between two attempts: what has to be renewed, such as a token, is renewed by the operator"
	}
	limit := 1
	if a.RetryLimit.V != "" {
		limit, _ = strconv.Atoi(a.RetryLimit.V)
	}
	seconds, _ := strconv.ParseFloat(a.RetryAfter.V, 64)
	after := time.Duration(min(seconds, 3600) * float64(time.Second)).Round(time.Millisecond)
	statuses := statusesOf(rulesOf(a.Criteria))
	awaited := slices.DeleteFunc(slices.Clone(*rules), func(r rule) bool { return r.status != nil })
	answered := slices.ContainsFunc(statuses, func(n int) bool { return n >= 200 && n < 300 })
	if !st.op.Writes() && answered && len(awaited) > 0 && limit > 0 {
		return st.polls(s, &polling{until: awaited, again: a, before: before, every: max(after, time.Second), limit: limit}, rules, fail)
	}
	passing := func(n int) bool { return slices.Contains(retried, n) }
	switch {
	case len(a.Criteria) > 0 && !slices.ContainsFunc(statuses, passing):
		return "calls are tried again after a failed connection, a timeout, 429, 502, 503 and 504 alone"
	case slices.ContainsFunc(st.more, func(e yamlout.Entry) bool { return e.Key == "retry" }):
		return "a step has one policy of retries"
	case limit == 0:
		return "it says to try no second time, as a step does without retry"
	}
	st.more = append(st.more, st.policy(a, after, limit+1, statuses))
	return ""
}

// policy returns a retry policy, with comments on where it does less than the action asks for.
func (st *step) policy(a *arazzo.Action, after time.Duration, attempts int, statuses []int) yamlout.Entry {
	m := yamlout.Map("attempts", min(attempts, maxAttempts))
	if after > 0 {
		m.Add("backoff", yamlout.Text(after.String()))
	}
	if after > 10*time.Second {
		m.Add("max_wait", yamlout.Text(after.String()))
	}
	e := yamlout.Entry{Key: "retry", Value: m}
	if st.op.Method == "POST" || st.op.Method == "PATCH" {
		e.Comments = append(e.Comments, "a "+st.op.Method+" is tried again only with idempotency: {header: ...}, where the API takes a key")
	}
	if attempts > maxAttempts {
		e.Comments = append(e.Comments, remark(a.RetryLimit.Pos, "retryLimit: "+a.RetryLimit.V, "a call is tried 10 times at most"))
	}
	if len(rulesOf(a.Criteria)) > 0 && slices.ContainsFunc(statuses, func(n int) bool { return !slices.Contains(retried, n) }) {
		e.Comments = append(e.Comments, omitted(a.Pos(), "onFailure", a.Node, "of these, calls are tried again with 429, 502, 503 and 504"))
	}
	return e
}

// polling is an action that repeats the call until rules hold.
type polling struct {
	until  []rule
	again  *arazzo.Action
	before []*arazzo.Action // what is looked at before it
	every  time.Duration
	limit  int
}

// polls translates an action that repeats the call until the awaited rules hold, and removes these from rules. It returns why it cannot, or "".
func (st *step) polls(s *scope, p *polling, rules *[]rule, fail string) string {
	at := s.about(st, true)
	until, err := at.cels(p.until)
	if err != nil {
		return err.Error()
	}
	ends, name, err := p.ends(at)
	if err != nil {
		return err.Error()
	}
	m := yamlout.Map("until", conjunction(until))
	if len(ends) > 0 {
		code := st.fails(s, cmp.Or(draft.Capitals(name), fail), "What "+draft.Words(st.id)+" waits for has not come about.")
		m.Add("failed_if", yamlout.Text(conjunction([]string{"!(" + conjunction(until) + ")", strings.Join(ends, " || ")})))
		m.Add("fail", yamlout.Text(code))
	}
	total := min(p.every*time.Duration(min(p.limit+1, 3600)), time.Hour)
	st.more = append(st.more, yamlout.Entry{Key: "poll", Value: append(m, yamlout.Map("every", p.every.String(), "backoff", 1, "timeout", total.String())...)})
	code := st.fails(s, fail, "What "+draft.Words(st.id)+" waits for has not come about in time.")
	st.onError = append(st.onError, yamlout.Map("status", "timeout", "fail", code))
	s.tool.polling += total
	*rules = slices.DeleteFunc(*rules, func(r rule) bool { return r.status == nil })
	st.polled = true
	return ""
}

// ends returns the conditions on an answer that is not awaited with which the step ends at once: that an action before says so, or that the call is not
// repeated with it. The name is that of the action if there is one condition, and it has a name.
func (p *polling) ends(at *scope) (conditions []string, name string, err error) {
	var names []string
	for _, a := range p.before {
		all, err := at.cels(ofAnswers(a))
		switch {
		case err != nil:
			return nil, "", err
		case a.Type.V == "end" && len(a.Criteria) == 0:
			return nil, "", errors.New("an action before it ends the workflow in any case")
		case a.Type.V == "end" && len(all) > 0:
			conditions, names = append(conditions, operandOf(conjunction(all))), append(names, a.Name.V)
		}
	}
	own, err := at.cels(ofAnswers(p.again))
	if len(own) > 0 {
		conditions, names = append(conditions, "!("+conjunction(own)+")"), append(names, "")
	}
	if len(names) == 1 {
		name = names[0]
	}
	return conditions, name, err
}

// ofAnswers returns the rules of an action that are about more than the status.
func ofAnswers(a *arazzo.Action) []rule {
	return slices.DeleteFunc(rulesOf(a.Criteria), func(r rule) bool { return r.status != nil })
}
