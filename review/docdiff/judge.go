package docdiff

import (
	"cmp"
	"fmt"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// judge compares the parts of the documents that one tool uses.
type judge struct {
	*comparison
	found     *Tool
	manifest  *manifest.Tool
	plan      *plan.Tool
	uses      *uses
	servers   map[string]bool // upstreams whose server has been compared
	endpoints map[string]bool // upstreams whose token endpoint has been compared
	step      *plan.Step      // the current one
	path      string          // where it is: its name, behind those of the steps that use the part which it is in
}

func newJudge(c *comparison, found *Tool, m *manifest.Tool, p *plan.Plan) *judge {
	return &judge{
		comparison: c, found: found, manifest: m, plan: p.Tools[0], uses: newUses(p), servers: map[string]bool{}, endpoints: map[string]bool{},
	}
}

func (j *judge) tool() {
	j.plan.EachStep(func(path string, s *plan.Step) {
		if _, replaced := j.replacements[s.Call.Upstream.Name]; replaced {
			j.step, j.path = s, path
			j.call(s)
		}
	})
}

// pair is the position of something in the old document, and of its counterpart in the new one. A position may be zero.
type pair struct{ old, new spec.Position }

// breaks and warns add a finding about the current step.
func (j *judge) breaks(rule string, at pair, do, format string, args ...any) {
	j.add(Breaks, rule, at, do, fmt.Sprintf(format, args...))
}

func (j *judge) warns(rule string, at pair, do, format string, args ...any) {
	j.add(Warns, rule, at, do, fmt.Sprintf(format, args...))
}

func (j *judge) add(class Class, rule string, at pair, do, message string) {
	j.found.add(Finding{
		Class: class, Rule: rule, Step: j.path, Message: message, Do: do,
		Old: diag.Position(at.old), New: diag.Position(at.new),
		Manifest: diag.Position{File: j.file(), Line: j.step.Line},
	})
}

// call compares the operation that a step calls.
func (j *judge) call(s *plan.Step) {
	before, after := j.before[s.Call.Upstream.Name].Document, j.after[s.Call.Upstream.Name].Document
	old, found := entry(before, s.Call)
	if !found {
		return
	}
	j.server(s.Call.Upstream, before, after)
	j.tokens(s.Call.Upstream, before, after)
	new, found := j.match(before, after, old)
	if !found {
		return
	}
	from, errBefore := before.Resolve(old)
	to, errAfter := after.Resolve(new)
	if errBefore != nil || errAfter != nil {
		return // generation says what is wrong with the new document, see refused
	}
	o := &operation{judge: j, plan: s.Call, old: from[0], new: to[0]}
	o.security(before, after)
	if o.new.Deprecated && !o.old.Deprecated {
		o.warns("operation-deprecated", o.at(), "look for what replaces it before it goes", "%s is deprecated", o.plan.ID)
	}
	o.claim(s)
	o.parameters(s)
	o.body(s)
	o.answer()
	o.problems()
	o.errorStatuses(s)
}

// entry finds the operation of a plan in its document.
func entry(d *spec.Document, op *plan.Operation) (spec.Entry, bool) {
	for _, e := range d.Operations() {
		if e.Method == op.Method && e.Path == op.Path && (op.Name == e.ID || e.ID == "") {
			return e, true
		}
	}
	return spec.Entry{}, false
}

// match returns the counterpart of an operation in the new document: the one with the name by which the step calls it (operationId, or method and path)
// or else with the other name.
func (j *judge) match(before, after *spec.Document, old spec.Entry) (spec.Entry, bool) {
	byID, hasID := lookUp(after, func(e spec.Entry) bool { return e.ID == old.ID && e.ID != "" })
	byPath, hasPath := lookUp(after, func(e spec.Entry) bool { return e.Method == old.Method && e.Path == old.Path })
	name := old.Method + " " + old.Path
	id := j.step.Call.ID
	switch {
	case j.callsByPath() && hasPath:
		return byPath, true
	case hasID && (byID.Method != old.Method || byID.Path != old.Path):
		j.breaks("operation-moved", pair{old.Pos, byID.Pos}, moved(j.callsByPath(), byID),
			"%s was %s and is %s %s now", id, name, byID.Method, byID.Path)
		return byID, true
	case hasID:
		return byID, true
	case hasPath:
		j.breaks("operation-renamed", pair{old.Pos, byPath.Pos}, "call it by its new name: "+called(j.step.Call.Upstream.Name, byPath),
			"%s is called %s now", id, cmp.Or(byPath.ID, "by no operationId"))
		return byPath, true
	}
	j.breaks("operation-gone", pair{old: old.Pos}, "call another operation, or withdraw the tool"+similar(after, old),
		"%s (%s) is not in %s", id, name, after.File())
	return spec.Entry{}, false
}

// callsByPath reports whether the manifest names the current step's operation by method and path.
func (j *judge) callsByPath() bool {
	s := j.comparison.manifest.At(j.manifest, j.path)
	return s != nil && byPath(s.Call.V)
}

// file returns the file of the manifest in which the current step stands.
func (j *judge) file() string {
	if s := j.comparison.manifest.At(j.manifest, j.path); s != nil {
		return s.Name.Pos.File
	}
	return j.manifest.Name.Pos.File
}
