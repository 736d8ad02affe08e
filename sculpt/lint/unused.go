package lint

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// unused warns of config values, upstreams and tables that nothing uses.
func (l *linter) unused() {
	names := unusedNames{l.Reads, &l.found}
	for _, v := range l.Manifest.Config {
		names.check(ir.ConfigRoot, v.Name, "config value")
	}
	for _, t := range l.Manifest.Tables {
		names.check(ir.TableRoot, t.Name, "table")
	}
	for _, u := range l.Manifest.Upstreams {
		if !l.Calls.Called(u.Name.V) {
			l.found.WarnAt(u.Name, "unused", "no step calls the upstream %s", u.Name.V)
		}
	}
	for _, f := range l.Manifest.Functions {
		if !slices.ContainsFunc(l.Plan.Functions, func(called *plan.Function) bool { return called.Name == f.Name.V }) {
			l.found.WarnAt(f.Name, "unused", "no step calls the function %s", f.Name.V)
		}
	}
	if i := l.Manifest.Service.Idempotency; i.Set && l.Plan.Service.Idempotency == nil {
		l.found.Warnf(i.Pos, 0, "unused", "no tool writes, and so no answer is kept for an Idempotency-Key")
	}
}

// unusedNames warns of names that no expression reads.
type unusedNames struct {
	read  reads.Set
	found *diag.List
}

func (u unusedNames) check(kind ir.RootKind, name manifest.Value[string], what string) {
	if !u.read.Has(kind, name.V) {
		u.found.WarnAt(name, "unused", "nothing uses the %s %s", what, name.V)
	}
}

// unusedIn warns of inputs, vars, failures and steps of a tool that nothing uses.
func unusedIn(t *tool.Checked, calls *operation.Calls, found *diag.List) {
	u := unusedNames{t.Reads, found}
	for _, in := range t.Manifest.Inputs {
		u.check(ir.InputRoot, in.ID, "input")
	}
	for _, v := range t.Manifest.Vars {
		u.check(ir.VarRoot, v.Name, "var")
	}
	fails, functions := failuresUsed(t), callsFunctions(t.Plan)
	for _, f := range t.Manifest.Failures {
		if !fails[f.Name.V] && !functions { // which can fail with any of them
			found.WarnAt(f.Name, "unused", "nothing fails with %s", f.Name.V)
		}
	}
	for _, s := range t.Manifest.Calls() {
		if !calls.Of(s).Writes() && idle(s, t.Reads) {
			found.WarnAt(s.Name, "unused", "nothing reads the answer of the step %s", s.Name.V)
		}
	}
	for _, s := range t.Plan.GoSteps() {
		m := lists.Find(t.Manifest.Steps, func(m *manifest.Step) bool { return m.Name.V == s.Name })
		if s.Function.Writes || len(s.Failures()) > 0 || !idle(m, t.Reads) {
			continue
		}
		of := "function"
		if s.Part() != nil {
			of = "part"
		}
		found.WarnAt(m.Name, "unused", "nothing reads what the %s of the step %s returns", of, s.Name)
	}
}

// callsFunctions reports whether a tool calls functions of the vendor's, itself or by way of parts.
func callsFunctions(t *plan.Tool) bool {
	found := false
	plan.WalkAll(t.Actions, func(a plan.Action) {
		s, ok := a.(*plan.GoStep)
		found = found || ok && s.Part() == nil
	})
	return found
}

// failuresUsed are the failures that a condition, a call or a part of the tool fails with.
func failuresUsed(t *tool.Checked) map[string]bool {
	fails := map[string]bool{}
	for _, s := range t.Plan.GoSteps() {
		for _, name := range s.Failures() {
			fails[name] = true
		}
	}
	conditions := slices.Clone(t.Manifest.Require)
	for _, s := range t.Manifest.Steps {
		conditions = append(append(conditions, s.Require...), s.Expect...)
		for _, rule := range s.OnError {
			fails[rule.Fail.V] = true
		}
		if s.Poll != nil {
			fails[s.Poll.Fail.V] = true
		}
	}
	for _, c := range conditions {
		fails[c.Fail.V] = true
	}
	return fails
}

// idle reports whether nothing reads what comes of a step, and it cannot fail in a way that was foreseen.
func idle(s *manifest.Step, read reads.Set) bool {
	if len(s.Expect) > 0 || len(s.OnError) > 0 {
		return false
	}
	kinds := []ir.RootKind{ir.ResultRoot, ir.StepRoot, ir.PagesRoot}
	if s.Paginate == nil {
		kinds = append(kinds, ir.BodyRoot, ir.StatusRoot, ir.HeadersRoot)
	}
	return !slices.ContainsFunc(kinds, func(kind ir.RootKind) bool {
		return read.Has(kind, s.Name.V)
	})
}
