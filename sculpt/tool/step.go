package tool

import (
	"net/http"
	"slices"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
	"github.com/nactgen/nactgen/sculpt/value"
)

// step checks a step: what it passes, what it expects, what it does when the call fails.
func (c *checker) step(m *manifest.Step) *schedule.Step {
	s := &schedule.Step{Name: m.Name, After: c.after(m), Ordered: m.Ordered}
	if m.When != nil {
		s.When = c.when(m)
		c = c.under(s.When.If)
	}
	switch {
	case m.Go.Set:
		c.goStep(s, m)
		return s
	case m.Use.Set:
		c.use(s, m)
		return s
	}
	s.Plan = &plan.Step{Name: m.Name.V, Line: m.Name.Pos.Line}
	op := c.calls.Of(m)
	writes, instead := "", ""
	if op != nil {
		s.Writes = op.Writes()
		s.Plan.Call = op.Operation
		writes = op.ID + " is a " + op.Method + ", which can change something"
		instead = orReads(op)
	}
	inside := c
	if s.Each, inside = c.each(m, s.Writes, writes, instead); inside != nil {
		inside.call(s, m, op)
		if m.Undo != nil {
			inside.undo(s, m.Undo, op)
		}
	}
	if s.Writes {
		c.mayWrite(m.Call, writes, instead)
	}
	return s
}

// orReads ends a message about an operation that can change something: it can be said that it does not, unless its method says that it does.
func orReads(op *operation.Operation) string {
	if !plan.Claimable(op.Method) {
		return ""
	}
	return ", or say \"reads: true\" if the step only looks something up"
}

// mayWrite checks that a tool says that it writes. A part need not: whoever uses it says so. what says why it does, and instead what else
// could be said of the step.
func (c *checker) mayWrite(at diag.Located, what, instead string) {
	if c.part == nil && !c.tool.Writes.V {
		c.found.ErrorAt(at, "writes", "%s; say \"writes: true\" in the tool %s if that is meant%s", what, c.tool.Name.V, instead)
	}
}

// call checks what a step does each time that it runs. op is nil if there is no operation to call.
func (c *checker) call(s *schedule.Step, m *manifest.Step, op *operation.Operation) {
	c.around(s, m)
	s.Plan.OnError = c.errorRules(m, op)
	if op != nil {
		s.Plan.Args = c.arguments(m, op)
		var members []value.Added
		if m.Paginate != nil {
			s.Pages, members = c.pages(s.Plan, m, op)
			c.expectations(m, s)
		}
		if m.Poll != nil {
			s.Poll = c.poll(m, op)
		}
		c.body(s.Plan, m, op, append(members, c.key(s.Plan, m, op)...))
		c.options(s.Plan, m, op)
		if s.Poll != nil {
			s.Plan.Caching = pollCaching(s.Poll, op)
		}
		attempts{c}.again(s, m, op)
	}
}

// around checks what a step demands before and after what it does.
func (c *checker) around(s *schedule.Step, m *manifest.Step) {
	s.Require = c.conditions(placeIn(m, plan.PartRequire, ""), "", m.Require)
	s.Expect = c.conditions(placeIn(m, plan.PartExpect, ""), m.Name.V, m.Expect)
	for _, e := range m.Expect {
		if e.Again.V && !m.Call.Set {
			c.found.ErrorAt(e.Again, "again", "only a call of an upstream is made again by what it is answered; leave out \"again\"")
		}
	}
}

// when checks the condition on which a step runs, of which the agent can learn whether it holds.
func (c *checker) when(m *manifest.Step) *plan.When {
	w := &plan.When{If: c.shown.Condition(m.When)}
	w.Where = c.scope.Where(placeIn(m, plan.PartWhen, ""), w.If)
	return w
}

// under returns the checker of what is done where a condition holds; nil stands for one that is wrong.
func (c *checker) under(cond ir.Node) *checker {
	if cond == nil {
		return c
	}
	under := *c
	under.scope = c.scope.Under(cond)
	under.shown = under.scope.Shown()
	return &under
}

// after checks the names of the steps that a step is said to run after.
func (c *checker) after(m *manifest.Step) []string {
	var names []string
	known := c.tool.StepNames()
	for _, name := range m.After {
		if !slices.Contains(known, name.V) {
			c.found.ErrorAt(name, "unknown-name", "the tool has no step %s%s", name.V, diag.Known(name.V, known))
			continue
		}
		names = append(names, name.V)
	}
	return names
}

// options checks the timeout, the retry policy and the caching of a step.
func (c *checker) options(s *plan.Step, m *manifest.Step, op *operation.Operation) {
	s.Timeout = m.Timeout.V
	attempts{c}.retry(s, m, op)
	c.caching(s, m, op)
}

// caching checks for how long a step's answers are kept.
func (c *checker) caching(s *plan.Step, m *manifest.Step, op *operation.Operation) {
	switch {
	case !m.Cache.Set:
	case op.Writes():
		c.found.ErrorAt(m.Cache, "cache", "a %s can change something, so it is always sent; leave out \"cache\"%s", op.Method, orReads(op))
	case op.Method == http.MethodOptions:
		c.found.ErrorAt(m.Cache, "cache", "HTTP keeps no answer of %s; leave out \"cache\"", op.Method)
	case !op.Cacheable():
		c.found.ErrorAt(m.Cache, "cache", "a multipart body is another one in each call, so that no answer is found again; leave out \"cache\"")
	default:
		own := plan.Caching(m.Cache.V)
		s.Caching = &own
	}
}
