package tool

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// conditions checks the entries of require or expect, which stand at a place. this is the step whose answer they may read.
func (c *checker) conditions(at plan.Place, this string, list []*manifest.Condition) []*plan.Check {
	var checks []*plan.Check
	scope := c.shown.Of(this)
	name := entryNames()
	for _, m := range list {
		c.failure(m.Fail)
		place := at
		place.Key = name(m.Fail.V)
		check := c.condition(place, m, scope)
		if check == nil {
			continue
		}
		if at.Section == plan.InRequire && len(c.vars.StepsRead(check.That, check.Detail)) > 0 {
			c.found.ErrorAt(m.That, "scope", "this is checked before any step, so it reads no answers; put it under \"require\" or \"expect\" of a step")
		}
		checks = append(checks, check)
	}
	return checks
}

// condition checks the condition at a place; nil if anything about it is wrong.
func (c *checker) condition(place plan.Place, m *manifest.Condition, scope *value.Scope) *plan.Check {
	check := &plan.Check{Fail: m.Fail.V}
	if m.That != nil {
		check.That = scope.Condition(m.That)
	}
	if m.Detail != nil {
		check.Detail = scope.Template(m.Detail)
	}
	if check.That == nil || m.Detail != nil && check.Detail == nil {
		return nil
	}
	check.Where = scope.Where(place, check.That, check.Detail)
	return check
}

// failure checks that the failure is declared that something fails with. Those of a part are declared by whoever uses it.
func (c *checker) failure(name manifest.Value[string]) {
	switch {
	case c.part == nil:
		checkFailure(name, c.tool, c.found)
	case name.Set:
		c.fails.add(name.V)
	}
}

// checkFailure checks that a tool declares a failure.
func checkFailure(name manifest.Value[string], tool *manifest.Tool, found *diag.List) {
	if !name.Set {
		return
	}
	switch declared := failuresOf(tool); {
	case slices.Contains(declared, name.V):
	case len(declared) == 0:
		found.ErrorAt(name, "unknown-name", "the tool declares no failures; declare %s under failures, with a description", name.V)
	default:
		found.ErrorAt(name, "unknown-name", "the tool declares no failure %s%s", name.V, diag.Known(name.V, declared))
	}
}
