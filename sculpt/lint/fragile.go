package lint

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/value"
)

// fragileReads warns of expressions that fail with some answers of a step that writes: it was carried out, and the tool answers with an
// error. A step that has an undo is taken back then, so that nothing is hidden.
func fragileReads(expressions []fragileExpression, t *plan.Tool, places value.Sources, found *diag.List) {
	sent := sentVars(t)
	for _, e := range expressions {
		if e.Undone {
			continue
		}
		at := sourceOf(e.Node)
		if at == nil {
			continue
		}
		w := fragileWarning{fragileExpression: e, at: at, places: places}
		if e.Place.Section == plan.InVars && sent[e.Place.Name] {
			w.sentVar = e.Place.Name
		}
		w.report(found)
	}
}

// sourceOf returns the place of a node, or of the first below it that has one.
func sourceOf(n ir.Node) *ir.Source {
	at := placeOf(n)
	for _, below := range ir.Children(n) {
		if at == nil {
			at = sourceOf(below)
		}
	}
	return at
}

// placeOf returns where a node stands, or nil.
func placeOf(n ir.Node) *ir.Source {
	switch n := n.(type) {
	case *ir.Member:
		return n.Source
	case *ir.Element:
		return n.Source
	case *ir.Row:
		return n.Source
	case *ir.Call:
		return n.Source
	case *ir.OrValue:
		return n.Source
	}
	return nil
}

// sentVars are the vars that steps send, themselves or by way of others.
func sentVars(t *plan.Tool) map[string]bool {
	var values []ir.Node
	for place, n := range t.All() {
		if place.Part.Sent() {
			values = append(values, n)
		}
	}
	sent := map[string]bool{}
	for root := range (reads.Through{Var: reads.In(t).Var}).Roots(values...) {
		if root.Kind == ir.VarRoot {
			sent[root.Name] = true
		}
	}
	return sent
}

// fragileWarning is a warning of one expression.
type fragileWarning struct {
	fragileExpression
	at      *ir.Source
	sentVar string // the var whose value this is, if steps send it
	places  value.Sources
}

// report warns, unless it has been said of the same read that one element of a list may lack what is read, or that null is an error.
func (w *fragileWarning) report(found *diag.List) {
	pos, length := w.places.Place(w.at)
	told := func(d diag.Diagnostic) bool {
		return d.Pos == pos && (d.Rule == "optional-field" || d.Rule == "null-field" || d.Rule == "null-fallback")
	}
	switch {
	case slices.ContainsFunc(*found, told):
	case w.Chain == nil:
		found.Warnf(pos, length, "fragile-read", "the step %s writes; where this fails for what it has answered, the tool fails although the step was carried out: ask first, as in ... ? %s : ...",
			w.Step, w.places.Text(w.at))
	default:
		found.Warnf(pos, length, "fragile-read", "the step %s writes; where its answer lacks this, the tool fails although the step was carried out: %s", w.Step, w.instead())
	}
}

// instead says what to do where an answer may lack what is read.
func (w *fragileWarning) instead() string {
	c := newReading(w.fragileExpression, w.places)
	absentable := w.Whole && w.Place.Section == plan.InOutputs
	switch {
	case w.Place.Part.Sent() && !w.Place.Undo && !w.Bound && c.condition != "":
		return "run " + w.Place.Name + " only where it is there, with when: " + c.condition
	case w.sentVar != "" && w.Whole && c.optional != "":
		return "read it as " + c.optional + ", an optional, and run the steps that send it only where it is there, with when: vars." + w.sentVar + ".hasValue()"
	case absentable && c.optional != "":
		return "read it as " + c.optional + ", which leaves it out then"
	case c.value != "":
		return "read it as " + c.value
	case c.condition != "":
		return "ask first, as in " + c.condition + " ? ... : ..."
	}
	return "read it with .? or [?...]"
}
