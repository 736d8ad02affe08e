package sculpt

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// toolRequire is what messages and comments call the conditions of a tool.
const toolRequire = "require"

// conditions checks the entries of require or expect, which where names. this is the step whose answer they may read.
func (t *toolChecker) conditions(where, this string, list []*manifest.Condition) []*plan.Check {
	var checks []*plan.Check
	place := entryNames(where)
	for _, m := range list {
		t.in(this)
		t.failsWith(m.Fail)
		name := place(m.Fail.V)
		check := t.check(m)
		if check == nil {
			continue
		}
		check.Where.Name = name
		if where == toolRequire && check.Where.Answers {
			t.exprErrorf(m.That, "scope", "this is checked before any step, so it reads no answers; put it under \"require\" or \"expect\" of a step")
		}
		checks = append(checks, check)
	}
	return checks
}

// check checks one condition; nil if anything about it is wrong.
func (t *toolChecker) check(m *manifest.Condition) *plan.Check {
	check := &plan.Check{Fail: m.Fail.V}
	if m.That != nil {
		check.That = t.condition(m.That)
	}
	if m.Detail != nil {
		check.Detail = t.template(m.Detail)
	}
	if check.That == nil || m.Detail != nil && check.Detail == nil {
		return nil
	}
	check.Where.Answers = t.readsAnswers(check.That, check.Detail)
	return check
}

// failsWith checks a failure that a condition or a call fails with.
func (t *toolChecker) failsWith(name manifest.Value[string]) {
	t.fails[name.V] = true
	t.failure(name)
}

// failure checks that a failure is declared.
func (t *toolChecker) failure(name manifest.Value[string]) {
	if !name.Set {
		return
	}
	var names []string
	for _, f := range t.tool.Failures {
		names = append(names, f.Name.V)
		if f.Name.V == name.V {
			return
		}
	}
	if len(names) == 0 {
		t.errorf(name, "unknown-name", "the tool declares no failures; declare %s under failures, with a description", name.V)
		return
	}
	t.errorf(name, "unknown-name", "the tool declares no failure %s%s", name.V, known(name.V, names))
}

// readsAnswers reports whether expressions depend on what an upstream answered, themselves or by way of a var. nil is none.
func (t *toolChecker) readsAnswers(nodes ...ir.Node) bool {
	return len(t.stepsRead(nodes...)) > 0
}

// stepsRead returns the steps whose answers expressions read, themselves or by way of vars. nil is no expression.
func (t *toolChecker) stepsRead(nodes ...ir.Node) map[string]bool {
	steps := map[string]bool{}
	var visit func(n ir.Node)
	visit = func(n ir.Node) {
		root, ok := n.(*ir.Root)
		if !ok {
			return
		}
		switch root.Kind {
		case ir.BodyRoot, ir.StatusRoot, ir.HeadersRoot:
			steps[root.Name] = true
		case ir.VarRoot:
			if v := t.vars[root.Name].plan; v != nil {
				ir.Walk(v.Value, visit)
			}
		}
	}
	for _, n := range nodes {
		if n != nil {
			ir.Walk(n, visit)
		}
	}
	return steps
}
