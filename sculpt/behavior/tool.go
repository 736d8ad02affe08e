package behavior

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/secret"
)

// view is a tool, and what is looked up to compare it.
type view struct {
	plan   *plan.Plan
	tool   *plan.Tool
	vars   []*plan.Var
	steps  []*plan.Step
	checks []*plan.Check
}

func newView(p *plan.Plan, t *plan.Tool) *view {
	v := &view{plan: p, tool: t}
	for _, a := range t.Actions {
		switch a := a.(type) {
		case *plan.Var:
			v.vars = append(v.vars, a)
		case *plan.Step:
			v.steps = append(v.steps, a)
		case *plan.Check:
			v.checks = append(v.checks, a)
		}
	}
	return v
}

// toolBefore returns the tool that t was in an older plan, by its ID or else by its name; nil if it is new.
func toolBefore(older *plan.Plan, t *plan.Tool) *view {
	var before *plan.Tool
	for _, was := range older.Tools {
		if strings.EqualFold(was.Signature.ToolID, t.Signature.ToolID) {
			before = was
			break
		}
		if was.Signature.Name == t.Signature.Name {
			before = was
		}
	}
	if before == nil {
		return nil
	}
	return newView(older, before)
}

// compareTool compares a tool with what it was; nil is a tool that is new, of which only says what it calls and reads.
func (c *comparison) compareTool(was, is *view) {
	added := was == nil
	if added {
		was = newView(&plan.Plan{}, &plan.Tool{})
	}
	c.writes(was.tool.Writes, is.tool.Writes)
	c.reach(was, is)
	c.secrets(toHosts(secret.OfTool(was.plan, was.tool)), toHosts(secret.OfTool(is.plan, is.tool)))
	c.calls(was.steps, is.steps)
	c.reads(was.reads(), is.reads())
	if added {
		return
	}
	c.order(was, is)
	c.conditions(was.checks, is.checks)
	each(was.vars, is.vars, func(v **plan.Var) string { return (*v).Name }, func(name string, was, is **plan.Var) {
		c.value(VarChanged, "vars."+name, varValue(was), varValue(is))
	})
	each(was.tool.Outputs, is.tool.Outputs, func(o **plan.Output) string { return (*o).ID }, func(id string, was, is **plan.Output) {
		c.value(AnswerChanged, "outputs."+id, outputValue(was), outputValue(is))
	})
	c.differ(LimitChanged, "timeout", was.tool.Timeout.String(), is.tool.Timeout.String())
	c.differ(LimitChanged, "max_work", strconv.FormatInt(was.tool.MaxWork, 10), strconv.FormatInt(is.tool.MaxWork, 10))
}

func (c *comparison) writes(was, is bool) {
	switch {
	case is && !was:
		c.add(WriteAdded, "writes", "", "true")
	case was && !is:
		c.add(WriteRemoved, "writes", "true", "")
	}
}

// reach adds the hosts of upstreams that the tool calls and did not. That an upstream is somewhere else is said of the upstream.
func (c *comparison) reach(was, is *view) {
	var called []string
	for _, s := range was.steps {
		called = append(called, s.Call.Upstream.Name)
	}
	for _, s := range is.steps {
		u := s.Call.Upstream
		if !slices.Contains(called, u.Name) {
			called = append(called, u.Name)
			c.add(HostAdded, "steps."+s.Name, "", u.Origin())
		}
	}
}

// order compares in which order that runs which both have.
func (c *comparison) order(was, is *view) {
	before, after := was.sequence(), is.sequence()
	both := func(from, other []string) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(from), func(name string) bool { return !slices.Contains(other, name) }), ", ")
	}
	c.differ(Reordered, "steps", both(before, after), both(after, before))
}

// sequence names the steps and the conditions in the order in which they run.
func (v *view) sequence() []string {
	var names []string
	for _, a := range v.tool.Actions {
		switch a := a.(type) {
		case *plan.Step:
			names = append(names, "steps."+a.Name)
		case *plan.Check:
			names = append(names, a.Where.Name)
		}
	}
	return names
}

func varValue(v **plan.Var) ir.Node {
	if v == nil {
		return nil
	}
	return (*v).Value
}

func outputValue(o **plan.Output) ir.Node {
	if o == nil {
		return nil
	}
	return (*o).Value
}
