package sculpt

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// unused warns of config values, upstreams and tables that nothing uses.
func (c *checker) unused() {
	for _, v := range c.manifest.Config {
		if !c.uses[use{ir.ConfigRoot, "", v.Name.V}] {
			c.warnf(v.Name, "unused", "nothing uses the config value %s", v.Name.V)
		}
	}
	for _, m := range c.manifest.Upstreams {
		if !c.upstreams[m.Name.V].called {
			c.warnf(m.Name, "unused", "no step calls the upstream %s", m.Name.V)
		}
	}
	for _, m := range c.manifest.Tables {
		if !c.uses[use{ir.TableRoot, "", m.Name.V}] {
			c.warnf(m.Name, "unused", "nothing uses the table %s", m.Name.V)
		}
	}
}

// unused warns of inputs, vars, failures and steps that nothing uses.
func (t *toolChecker) unused() {
	for _, in := range t.tool.Inputs {
		if !t.reads(ir.InputRoot, in.ID.V) {
			t.warnf(in.ID, "unused", "nothing uses the input %s", in.ID.V)
		}
	}
	for _, v := range t.tool.Vars {
		if !t.reads(ir.VarRoot, v.Name.V) {
			t.warnf(v.Name, "unused", "nothing uses the var %s", v.Name.V)
		}
	}
	for _, f := range t.tool.Failures {
		if !t.fails[f.Name.V] {
			t.warnf(f.Name, "unused", "nothing fails with %s", f.Name.V)
		}
	}
	for _, m := range t.tool.Steps {
		if t.idle(t.steps[m.Name.V]) {
			t.warnf(m.Name, "unused", "nothing reads the answer of the step %s", m.Name.V)
		}
	}
}

// reads reports whether some expression of the tool reads a value.
func (t *toolChecker) reads(kind ir.RootKind, name string) bool {
	return t.uses[use{kind, t.plan.Name, name}]
}

// idle reports whether a step only reads, nothing reads its answer, and it cannot fail in a way that was foreseen.
func (t *toolChecker) idle(s *step) bool {
	if writes(s.op.plan.Method) || len(s.expect) > 0 || len(s.plan.OnError) > 0 {
		return false
	}
	return !slices.ContainsFunc([]ir.RootKind{ir.BodyRoot, ir.StatusRoot, ir.HeadersRoot}, func(kind ir.RootKind) bool {
		return t.reads(kind, s.manifest.Name.V)
	})
}
