package importer

import (
	"slices"
	"strconv"
	"time"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
)

// retried are the statuses with which a call is tried again.
var retried = []int{429, 502, 503, 504}

const mostAttempts = 10

// retries translates the actions that call again: until the criteria hold, or after an error that may pass. It returns the rules that are
// still to be expected.
func (st *step) retries(s *scope, actions []*arazzo.Action, rules []rule, fail string) []rule {
	for _, a := range actions {
		if a.Type.V != "retry" {
			continue
		}
		switch why := st.retry(s, a, &rules, fail); why {
		case "":
		default:
			st.notOnErr = append(st.notOnErr, lost(a.Pos(), "onFailure", a.Node, why))
		}
	}
	return rules
}

// retry translates one of them, or says why not.
func (st *step) retry(s *scope, a *arazzo.Action, rules *[]rule, fail string) string {
	if a.StepID.V != "" || a.WorkflowID.V != "" {
		return "nothing runs between two attempts: what has to be renewed, such as a token, is renewed by the operator"
	}
	limit := 1
	if a.RetryLimit.V != "" {
		limit, _ = strconv.Atoi(a.RetryLimit.V)
	}
	seconds, _ := strconv.ParseFloat(a.RetryAfter.V, 64)
	after := time.Duration(min(seconds, 3600) * float64(time.Second)).Round(time.Millisecond)
	conditions := rulesOf(a.Criteria)
	statuses := all(conditions)
	var open []rule // what is awaited
	for _, r := range *rules {
		if r.status == nil {
			open = append(open, r)
		}
	}
	answered := slices.ContainsFunc(statuses, func(n int) bool { return n >= 200 && n < 300 })
	if !st.op.Writes() && answered && len(open) > 0 && limit > 0 {
		return st.poll(s, open, rules, max(after, time.Second), limit, fail)
	}
	if len(a.Criteria) > 0 && !slices.ContainsFunc(statuses, func(n int) bool { return slices.Contains(retried, n) }) {
		return "calls are tried again after a failed connection, a timeout, 429, 502, 503 and 504 alone"
	}
	if slices.ContainsFunc(st.more, func(e yamlout.Entry) bool { return e.Key == "retry" }) {
		return "a step has one policy of retries"
	}
	if limit == 0 {
		return "it says to try no second time, as a step does without retry"
	}
	m := yamlout.Mapping{{Key: "attempts", Value: yamlout.Literal(strconv.Itoa(min(limit+1, mostAttempts)))}}
	if after > 0 {
		m.Add("backoff", yamlout.Text(after.String()))
		if after > 10*time.Second {
			m.Add("max_wait", yamlout.Text(after.String()))
		}
	}
	entry := yamlout.Entry{Key: "retry", Value: m}
	if st.op.Method == "POST" || st.op.Method == "PATCH" {
		entry.Comments = append(entry.Comments, "a "+st.op.Method+" is tried again only with idempotency: {header: ...}, where the API takes a key")
	}
	if limit+1 > mostAttempts {
		entry.Comments = append(entry.Comments, said(a.RetryLimit.Pos, "retryLimit: "+a.RetryLimit.V, "a call is tried 10 times at most"))
	}
	if len(a.Criteria) > 0 && len(conditions) > 0 && !slices.Equal(statuses, []int{503}) && slices.ContainsFunc(statuses, func(n int) bool { return !slices.Contains(retried, n) }) {
		entry.Comments = append(entry.Comments, lost(a.Pos(), "onFailure", a.Node, "of these, calls are tried again with 429, 502, 503 and 504"))
	}
	st.more = append(st.more, entry)
	return ""
}

// poll translates an action that asks again until what is expected has come about.
func (st *step) poll(s *scope, open []rule, rules *[]rule, every time.Duration, limit int, fail string) string {
	until := ""
	for _, r := range open {
		cel, err := s.of(st).cel(r)
		if err != nil {
			return err.Error()
		}
		if until != "" {
			until += " && "
		}
		until += cel
	}
	total := min(every*time.Duration(min(limit+1, 3600)), time.Hour)
	st.more = append(st.more, yamlout.Entry{Key: "poll", Value: yamlout.Mapping{
		{Key: "until", Value: yamlout.Text(until)}, {Key: "every", Value: yamlout.Text(every.String())},
		{Key: "backoff", Value: yamlout.Literal("1")}, {Key: "timeout", Value: yamlout.Text(total.String())},
	}})
	code := st.fails(s, fail, "What "+draft.Words(st.id)+" waits for has not come about in time.")
	st.onError = append(st.onError, yamlout.Mapping{{Key: "status", Value: yamlout.Text("timeout")}, {Key: "fail", Value: yamlout.Text(code)}})
	s.tool.lasts(total)
	*rules = slices.DeleteFunc(*rules, func(r rule) bool { return r.status == nil })
	return ""
}
