package exporter

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// step is a step of a workflow.
type step struct {
	w    *workflow
	from *plan.Step
	when ir.Node // nil: it runs

	criteria   yamlout.List
	onSuccess  yamlout.List
	onFailure  yamlout.List
	names      []string // of the actions
	outputs    yamlout.Mapping
	statuses   []string // conditions of errors that count as successes
	extensions yamlout.Mapping
	unsaid     yamlout.Mapping
	parameters yamlout.List
	body       yamlout.Value
}

func (st *step) extend(key string, v yamlout.Value) { st.extensions.Add("x-nactgen-"+key, v) }

// call translates a step.
func (w *workflow) call(s *plan.Step) {
	st := &step{w: w, from: s}
	w.steps = append(w.steps, st)
	w.order[s.Name] = st
	for _, arg := range s.Args {
		st.parameters = append(st.parameters, yamlout.Map("name", arg.Param.Name, "in", string(arg.Param.In), "value", w.tree(arg.Value, "with."+arg.Param.Name, st)))
	}
	if s.Body != nil {
		st.body = yamlout.Map("contentType", s.Call.BodyType, "payload", w.tree(s.Body, "body", st))
	}
	for i := range s.OnError {
		st.rule(&s.OnError[i])
	}
	st.retries()
}

// tree is a value that is sent: objects and lists that are written out, and what is in them. What no expression says is noted by its path.
func (w *workflow) tree(n ir.Node, path string, st *step) yamlout.Value {
	n = w.plain(n)
	switch n := n.(type) {
	case *ir.Record, *ir.Pairs:
		m := yamlout.Mapping{}
		for _, member := range ir.Members(n) {
			m.Add(member.Name, w.tree(member.Value, path+"."+member.Name, st))
		}
		return m
	case *ir.Call:
		if n.Func == ir.FnEncodeJSON { // of a parameter whose media type is JSON
			return w.tree(n.Args[0], path, st)
		}
	case *ir.ListLit:
		l := yamlout.List{}
		for i, e := range n.Elems {
			l = append(l, w.tree(e, path+"["+strconv.Itoa(i)+"]", st))
		}
		return l
	}
	v := w.value(n)
	if v.cel != "" {
		st.unsaid.Add(path, yamlout.Text(v.cel))
	}
	return v.yaml
}

// rule is a rule of on_error: an end of the workflow, or an error that counts as a success.
func (st *step) rule(r *plan.ErrorRule) {
	var causes []string
	for _, c := range r.Causes {
		switch {
		case c.Status > 0:
			causes = append(causes, "$statusCode == "+strconv.Itoa(c.Status))
		case c.Class > 0:
			causes = append(causes, fmt.Sprintf("($statusCode >= %d && $statusCode < %d)", c.Class*100, c.Class*100+100))
		}
	}
	lost := len(causes) < len(r.Causes)
	that, ok := "", true
	if r.That != nil {
		that, ok = st.w.condition(r.That, st.from.Name)
	}
	switch {
	case r.Fail == "" && r.That == nil && len(causes) > 0:
		st.statuses = append(st.statuses, causes...)
		if r.Use != nil && !isEmptyObject(r.Use) {
			st.unsaid.Add("on_error.use", yamlout.Text(ir.Written(r.Use)))
		}
	case r.Fail == "" || !ok || len(causes) == 0:
		lost = true
	default:
		criteria := yamlout.List{yamlout.Map("condition", strings.Join(causes, " || "))}
		if that != "" {
			criteria = append(criteria, yamlout.Map("condition", that))
		}
		st.fail(r.Fail, criteria)
	}
	if lost {
		st.unsaid.Add(strings.TrimPrefix(r.Where.Place.String(), "steps."+st.from.Name+"."), yamlout.Text(ruleText(r)))
	}
}

func isEmptyObject(n ir.Node) bool {
	r, ok := n.(*ir.Record)
	return ok && len(r.Members) == 0
}

// ruleText is a rule that Arazzo cannot say, in words.
func ruleText(r *plan.ErrorRule) string {
	text := r.CausesText()
	if r.That != nil {
		text += " if " + ir.Written(r.That)
	}
	switch {
	case r.Fail != "":
		return text + ": fail " + r.Fail
	case r.Use == nil:
		return text + ": go on"
	}
	return text + ": use " + ir.Written(r.Use)
}

// fail adds an end of the workflow under conditions, called like the failure.
func (st *step) fail(name string, criteria yamlout.List) {
	name = unique(name, st.names)
	st.names = append(st.names, name)
	st.onFailure = append(st.onFailure, yamlout.Map("name", name, "type", "end", "criteria", criteria))
}

// expects adds a condition on the answer: a criterion for each side of its &&.
func (st *step) expects(c *plan.Check) {
	for _, side := range sides(c.That) {
		m, ok := st.w.criterion(side, st.from.Name)
		if !ok {
			st.unsaid.Add(strings.TrimPrefix(c.Where.Place.String(), "steps."+st.from.Name+"."), yamlout.Text(ir.Written(c.That)))
			return
		}
		m.Add("x-nactgen-fail", yamlout.Text(c.Fail))
		st.criteria = append(st.criteria, m)
	}
}

// poll says what a step waits for: it is tried again until its criteria are met.
func (w *workflow) poll(p *plan.Poll) {
	st := w.order[p.Step.Name]
	for _, side := range sides(p.Until) {
		m, ok := w.criterion(side, st.from.Name)
		if !ok {
			st.extend("poll", yamlout.Text(ir.Written(p.Until)))
			return
		}
		st.criteria = append(st.criteria, m)
	}
	every, limit := p.Every, int64(10)
	if every == 0 {
		every = time.Second
	}
	if p.Timeout > 0 {
		limit = max(int64(math.Round(float64(p.Timeout)/float64(every)))-1, 1)
	}
	if p.FailedIf != nil {
		st.unsaid.Add("poll.failed_if", yamlout.Text(ir.Written(p.FailedIf)+": fail "+p.Fail))
	}
	st.retry("poll", every, limit, nil)
}

// retried is the condition under which a call is tried again.
const retried = "$statusCode == 429 || $statusCode == 502 || $statusCode == 503 || $statusCode == 504"

// retries is the policy of a step, its own or that of the upstream.
func (st *step) retries() {
	policy := &st.from.Call.Upstream.Retry
	if st.from.Retry != nil {
		policy = st.from.Retry
	}
	repeatable := slices.Contains([]string{"GET", "HEAD", "OPTIONS", "PUT", "DELETE"}, st.from.Call.Method) || st.from.KeyHeader != ""
	if policy.Attempts < 2 || !repeatable {
		return
	}
	st.retry("retry", policy.Backoff, policy.Attempts-1, yamlout.List{yamlout.Map("condition", retried)})
}

// retry adds an action that tries again, before those that end the workflow.
func (st *step) retry(name string, after time.Duration, limit int64, criteria yamlout.List) {
	m := yamlout.Map("name", name, "type", "retry", "retryAfter", after.Seconds(), "retryLimit", limit, "criteria", criteria)
	st.onFailure = append(yamlout.List{m}, st.onFailure...)
}

// output is the runtime expression of a part of what the step has answered: one of its outputs, which is added.
func (st *step) output(name, expression string) string {
	var names []string
	for _, e := range st.outputs {
		if e.Value == yamlout.Text(expression) {
			return "$steps." + st.from.Name + ".outputs." + e.Key
		}
		names = append(names, e.Key)
	}
	name = unique(name, names)
	st.outputs.Add(name, yamlout.Text(expression))
	return "$steps." + st.from.Name + ".outputs." + name
}

// yaml is the step as a document has it.
func (st *step) yaml() yamlout.Value {
	var timeout any
	if st.w.version == V11 && st.from.Timeout > 0 {
		timeout = st.from.Timeout.Milliseconds()
	}
	m := yamlout.Map("stepId", st.from.Name, "description", st.from.Call.Summary)
	m = append(m, st.operation())
	criteria := append(yamlout.List{yamlout.Map("condition", strings.Join(append([]string{success}, st.statuses...), " || "))}, st.criteria...)
	m = append(m, yamlout.Map("timeout", timeout, "parameters", st.parameters, "requestBody", st.body, "successCriteria", criteria,
		"onSuccess", st.onSuccess, "onFailure", st.onFailure, "outputs", st.outputs)...)
	m = append(m, st.extensions...)
	return append(m, yamlout.Map("x-nactgen-cel", st.unsaid)...)
}

// success is the condition that an answer is one of a success.
const success = "($statusCode >= 200 && $statusCode < 300)"

// operation says what the step calls: by its id, or else by its place in the document.
func (st *step) operation() yamlout.Entry {
	call := st.from.Call
	if id, ok := strings.CutPrefix(call.ID, call.Upstream.Name+"."); ok {
		return yamlout.Entry{Key: "operationId", Value: yamlout.Text("$sourceDescriptions." + call.Upstream.Name + "." + id)}
	}
	path := strings.NewReplacer("~", "~0", "/", "~1").Replace(call.Path)
	return yamlout.Entry{Key: "operationPath", Value: yamlout.Text("{$sourceDescriptions." + call.Upstream.Name + ".url}#/paths/" + path + "/" + strings.ToLower(call.Method))}
}

// jumps lets the steps before those that may not run pass over them.
func (w *workflow) jumps() {
	for i, st := range w.steps {
		if st.when == nil {
			continue
		}
		if i == 0 || !w.conditional(st) {
			st.extend("when", yamlout.Text(ir.Written(st.when)))
			st.when = nil
		}
	}
	for i, st := range w.steps {
		next := i + 1
		var skipped []ir.Node
		for next < len(w.steps) && w.steps[next].when != nil {
			skipped = append(skipped, w.steps[next].when)
			next++
		}
		for n := len(skipped); n > 0; n-- {
			st.jump(w, skipped[:n], i+1+n)
		}
	}
}

// conditional reports whether a simple condition says when a step runs.
func (w *workflow) conditional(st *step) bool {
	_, ok := w.negated(st.when, "")
	return ok
}

// jump is an action that passes over steps none of which is to run.
func (st *step) jump(w *workflow, conditions []ir.Node, to int) {
	var criteria yamlout.List
	said := map[string]bool{}
	for _, c := range conditions {
		text, _ := w.negated(c, st.from.Name)
		if said[text] {
			continue
		}
		said[text] = true
		criteria = append(criteria, yamlout.Map("condition", text))
	}
	m := yamlout.Map("name", "end", "type", "end", "criteria", criteria)
	if to < len(w.steps) {
		target := w.steps[to].from.Name
		m = yamlout.Map("name", "to_"+target, "type", "goto", "stepId", target, "criteria", criteria)
	}
	st.onSuccess = append(st.onSuccess, m)
}
