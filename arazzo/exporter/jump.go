package exporter

import (
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// jumps lets the steps before those that may not run pass over them.
func (w *workflow) jumps() {
	for i, st := range w.steps {
		if st.when == nil {
			continue
		}
		if i == 0 || !w.conditional(st) {
			st.extend("when", yamlout.Text(celOf(st.when)))
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
		criteria = append(criteria, yamlout.Mapping{{Key: "condition", Value: yamlout.Text(text)}})
	}
	m := yamlout.Mapping{}
	if to == len(w.steps) {
		m = append(m, yamlout.Entry{Key: "name", Value: yamlout.Text("end")}, yamlout.Entry{Key: "type", Value: yamlout.Text("end")})
	} else {
		target := w.steps[to].from.Name
		m = append(m, yamlout.Entry{Key: "name", Value: yamlout.Text("to_" + target)}, yamlout.Entry{Key: "type", Value: yamlout.Text("goto")}, yamlout.Entry{Key: "stepId", Value: yamlout.Text(target)})
	}
	m.Add("criteria", criteria)
	st.onSuccess = append(st.onSuccess, m)
}
