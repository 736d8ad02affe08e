package exporter

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/arazzo/expression"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// step is a step of a workflow.
type step struct {
	w    *workflow
	from *plan.Step
	when ir.Node // the condition under which the step runs; nil if it always does

	criteria     yamlout.List
	onSuccess    yamlout.List
	onFailure    yamlout.List
	names        []string // of the actions in onFailure that end the workflow
	outputs      yamlout.Mapping
	statuses     []string // conditions on the status of errors that count as successes
	extensions   yamlout.Mapping
	untranslated yamlout.Mapping // CEL that the workflow cannot express, by its place in the step of the manifest
	parameters   yamlout.List
	body         yamlout.Value
}

// extend adds an extension to the step.
func (st *step) extend(key string, v yamlout.Value) { st.extensions.Add("x-nactgen-"+key, v) }

// writes reports whether the step can change something.
func (st *step) writes() bool { return st.from.Writes() }

// differs returns what the step would send otherwise, or how often, where a program knows no extensions, or nothing.
func (st *step) differs() string {
	if slices.ContainsFunc(st.extensions, func(e yamlout.Entry) bool { return e.Key == "x-nactgen-for-each" }) {
		return "the step " + st.from.Name + " writes once for each element of a list, for which Arazzo has no loop"
	}
	for _, e := range st.untranslated {
		if strings.HasPrefix(e.Key, "body") || strings.HasPrefix(e.Key, "with.") {
			return "the step " + st.from.Name + " writes, and would send the text of the expression at " + e.Key
		}
	}
	return ""
}

// unchecked returns the place of a condition of the step that stands in an extension alone, or nothing.
func (st *step) unchecked() string {
	for _, e := range st.untranslated {
		if strings.HasPrefix(e.Key, string(plan.PartExpect)) || e.Key == "poll.failed_if" {
			return e.Key
		}
	}
	if slices.ContainsFunc(st.extensions, func(e yamlout.Entry) bool { return e.Key == "x-nactgen-poll" }) {
		return "poll"
	}
	return ""
}

// call translates a step that calls an operation.
func (w *workflow) call(s *plan.Step) {
	st := &step{w: w, from: s}
	w.steps = append(w.steps, st)
	w.byName[s.Name] = st
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

// tree renders a value that a step sends: objects and lists as such, and the expressions in them. CEL that the document cannot express is added to what
// is untranslated, by its path.
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
		st.untranslated.Add(path, yamlout.Text(v.cel))
	}
	return v.yaml
}

// rule translates a rule of on_error to an action that ends the workflow, or to a status that counts as a success.
func (st *step) rule(r *plan.ErrorRule) {
	causes := statusCriteria(r.Causes)
	incomplete := len(causes) < len(r.Causes)
	that, ok := "", true
	if r.That != nil {
		that, ok = st.w.condition(r.That, st.from.Name)
	}
	switch {
	case r.Fail == "" && r.That == nil && len(causes) > 0:
		st.statuses = append(st.statuses, causes...)
		if r.Use != nil && !isEmptyObject(r.Use) {
			st.untranslated.Add("on_error.use", yamlout.Text(ir.Written(r.Use)))
		}
	case r.Fail == "" || !ok || len(causes) == 0:
		incomplete = true
	default:
		criteria := yamlout.List{yamlout.Map("condition", strings.Join(causes, " || "))}
		if that != "" {
			criteria = append(criteria, yamlout.Map("condition", that))
		}
		st.fail(r.Fail, criteria)
	}
	if incomplete {
		st.untranslated.Add(strings.TrimPrefix(r.Where.Place.String(), "steps."+st.from.Name+"."), yamlout.Text(ruleText(r)))
	}
}

func isEmptyObject(n ir.Node) bool {
	r, ok := n.(*ir.Record)
	return ok && len(r.Members) == 0
}

// ruleText describes a rule that Arazzo cannot express.
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

// fail adds an action that ends the workflow under conditions, and is called like the failure.
func (st *step) fail(name string, criteria yamlout.List) {
	name = unique(name, st.names)
	st.names = append(st.names, name)
	st.onFailure = append(st.onFailure, yamlout.Map("name", name, "type", "end", "criteria", criteria))
}

// expects adds a criterion for each condition that the && of a check joins.
func (st *step) expects(c *plan.Check) {
	for _, side := range sides(c.That) {
		m, ok := st.w.criterion(side, st.from.Name)
		if !ok {
			st.untranslated.Add(strings.TrimPrefix(c.Where.Place.String(), "steps."+st.from.Name+"."), yamlout.Text(ir.Written(c.That)))
			return
		}
		m.Add("x-nactgen-fail", yamlout.Text(c.Fail))
		st.criteria = append(st.criteria, m)
	}
}

// poll makes the condition that a step polls for its criteria, with an action that tries again until they are met.
func (w *workflow) poll(p *plan.Poll) {
	st := w.byName[p.Step.Name]
	if p.Again {
		st.extend("again", yamlout.Text("unless "+ir.Written(p.Until)))
		return
	}
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
		st.untranslated.Add("poll.failed_if", yamlout.Text(ir.Written(p.FailedIf)+": fail "+p.Fail))
	}
	st.retry("poll", every, limit, nil)
}

// retries translates the retry policy of a step, its own or that of its upstream, as far as it is about statuses.
func (st *step) retries() {
	retried := statusCriteria(st.from.Retried())
	if len(retried) == 0 {
		return
	}
	policy := &st.from.Call.Upstream.Retry
	if st.from.Retry != nil {
		policy = st.from.Retry
	}
	st.retry("retry", policy.Backoff, policy.Attempts-1, yamlout.List{yamlout.Map("condition", strings.Join(retried, " || "))})
}

// statusCriteria returns a condition for each cause that is a status, or a class of them.
func statusCriteria(causes []plan.Cause) []string {
	var criteria []string
	for _, c := range causes {
		switch {
		case c.Status > 0:
			criteria = append(criteria, "$statusCode == "+strconv.Itoa(c.Status))
		case c.Class > 0:
			criteria = append(criteria, fmt.Sprintf("($statusCode >= %d && $statusCode < %d)", c.Class*100, c.Class*100+100))
		}
	}
	return criteria
}

// retry adds an action that repeats the call, before those that end the workflow.
func (st *step) retry(name string, after time.Duration, limit int64, criteria yamlout.List) {
	m := yamlout.Map("name", name, "type", "retry", "retryAfter", after.Seconds(), "retryLimit", limit, "criteria", criteria)
	st.onFailure = append(yamlout.List{m}, st.onFailure...)
}

// output returns the runtime expression of an output of the step that has the given value. The output is added unless there is one.
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

// yaml returns the step as an object of the document.
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
	return append(m, yamlout.Map("x-nactgen-cel", st.untranslated)...)
}

// success is the condition that a call has succeeded.
const success = "($statusCode >= 200 && $statusCode < 300)"

// operation returns the entry that names the operation which the step calls: by its id or, if it has none, by its place in the OpenAPI document.
func (st *step) operation() yamlout.Entry {
	call := st.from.Call
	if id, ok := strings.CutPrefix(call.ID, call.Upstream.Name+"."); ok {
		return yamlout.Entry{Key: "operationId", Value: yamlout.Text("$sourceDescriptions." + call.Upstream.Name + "." + id)}
	}
	place := ".url}#/paths/" + expression.Token(call.Path) + "/" + strings.ToLower(call.Method)
	return yamlout.Entry{Key: "operationPath", Value: yamlout.Text("{$sourceDescriptions." + call.Upstream.Name + place)}
}

// jumps adds to the steps before conditional ones the actions that skip these. A condition that no action can express becomes an extension.
func (w *workflow) jumps() {
	for i, st := range w.steps {
		if st.when == nil {
			continue
		}
		if _, ok := w.negated(st.when, ""); i == 0 || !ok {
			st.extend("when", yamlout.Text(ir.Written(st.when)))
			if st.writes() {
				w.unsafe = "the step " + st.from.Name + " writes, and no condition of Arazzo says when: " + ir.Written(st.when)
			}
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

// jump adds an action that goes to the step at an index, or to the end, if none of the conditions holds.
func (st *step) jump(w *workflow, conditions []ir.Node, to int) {
	var texts []string
	var criteria yamlout.List
	for _, c := range conditions {
		if text, _ := w.negated(c, st.from.Name); !slices.Contains(texts, text) {
			texts = append(texts, text)
			criteria = append(criteria, yamlout.Map("condition", text))
		}
	}
	m := yamlout.Map("name", "end", "type", "end", "criteria", criteria)
	if to < len(w.steps) {
		target := w.steps[to].from.Name
		m = yamlout.Map("name", "to_"+target, "type", "goto", "stepId", target, "criteria", criteria)
	}
	st.onSuccess = append(st.onSuccess, m)
}
