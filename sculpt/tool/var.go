package tool

import (
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
	"github.com/nactgen/nactgen/sculpt/value"
)

// checkVars checks the vars, each after those that it names, and defines them in the scope.
func checkVars(vars []*manifest.Var, scope *value.Scope, found *diag.List) schedule.Vars {
	c := &varChecker{vars: map[string]*manifest.Var{}, scope: scope, checked: schedule.Vars{}, state: map[string]schedule.Progress{}, found: found}
	for _, m := range vars {
		c.vars[m.Name.V] = m
	}
	for _, m := range vars {
		c.check(m.Name.V, nil)
	}
	return c.checked
}

// varChecker walks vars along what they name.
type varChecker struct {
	vars    map[string]*manifest.Var
	scope   *value.Scope
	checked schedule.Vars
	state   map[string]schedule.Progress
	found   *diag.List
}

// check checks a var after those that it names. path leads to it.
func (c *varChecker) check(name string, path []string) {
	m, ok := c.vars[name]
	if !ok || c.state[name] == schedule.Done || m.Value == nil {
		return
	}
	path = append(path, name)
	if c.state[name] == schedule.Underway {
		c.found.ErrorAt(m.Name, "cycle", "the var %s depends on itself: %s", name, schedule.Cycle(path))
		return
	}
	c.state[name] = schedule.Underway
	for _, other := range c.named(m) {
		c.check(other, path)
	}
	c.state[name] = schedule.Done
	n := c.scope.Untyped(m.Value)
	if n == nil {
		return
	}
	c.scope.Define(name, n)
	c.checked[name] = &plan.Var{Name: name, Value: n, Where: c.scope.Where(plan.Place{Section: plan.InVars, Name: name}, n)}
}

// named are the vars that a var names.
func (c *varChecker) named(m *manifest.Var) []string {
	var names []string
	for _, p := range m.Value.Parts {
		if p.Expr != nil {
			names = append(names, c.scope.References(p.Expr).Vars...)
		}
	}
	return names
}
