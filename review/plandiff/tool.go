package plandiff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/secret"
)

// view is a tool with its actions sorted by kind.
type view struct {
	plan   *plan.Plan
	tool   *plan.Tool
	vars   []*plan.Var
	steps  []*plan.Step
	loops  []*plan.Each
	pages  []*plan.Pages
	polls  []*plan.Poll
	undos  []*plan.Undo
	checks []*plan.Check // including the conditions under which steps run, which have no failure
}

func newView(p *plan.Plan, t *plan.Tool) *view {
	v := &view{plan: p, tool: t, vars: t.Vars(), steps: t.Steps()}
	plan.Walk(t.Actions, func(a plan.Action) {
		switch a := a.(type) {
		case *plan.Check:
			v.checks = append(v.checks, a)
		case *plan.Pages:
			v.pages = append(v.pages, a)
		case *plan.Poll:
			v.polls = append(v.polls, a)
			if a.FailedIf != nil {
				v.checks = append(v.checks, &plan.Check{That: &ir.Not{X: a.FailedIf}, Fail: a.Fail, Detail: a.Detail, Where: a.FailedWhere})
			}
		case *plan.Undo:
			v.undos = append(v.undos, a)
		case *plan.When:
			v.checks = append(v.checks, &plan.Check{That: a.If, Where: a.Where})
		case *plan.Each:
			v.loops = append(v.loops, a)
		case *plan.Var, *plan.Step, *plan.GoStep, *plan.Together, *plan.Answered: // compared as vars, as steps and in their order
		}
	})
	return v
}

// toolBefore returns the tool of an older plan that has the ID of t or else its name, or nil if t is new.
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

// compareTool compares a tool with what it was before. Of a new tool, for which that is nil, only whether it writes, its hosts,
// secrets, calls and reads are reported.
func (c *comparison) compareTool(was, is *view) {
	added := was == nil
	if added {
		was = newView(&plan.Plan{}, &plan.Tool{})
	}
	c.access(was, is, added)
	c.writes("writes", was.tool.Writes, is.tool.Writes)
	c.reach(was, is)
	c.secrets(toHosts(secret.OfTool(was.plan, was.tool)), lists.FlatMap(c.taken(was, is), func(v *view) []sent { return toHosts(secret.OfTool(v.plan, v.tool)) }))
	c.calls(was.steps, is.steps)
	c.goSteps(was.tool.GoSteps(), is.tool.GoSteps())
	c.reads(was.reads(), is.reads())
	if added {
		return
	}
	c.pages(was.pages, is.pages)
	c.polls(was.polls, is.polls)
	c.undos(was, is)
	c.differ(Reordered, "steps", sequence(was.tool.Actions, is.names()), sequence(is.tool.Actions, was.names()))
	c.conditions(was.checks, is.checks)
	c.loops(was.loops, is.loops)
	each(was.vars, is.vars, func(v **plan.Var) string { return (*v).Name }, func(name string, was, is **plan.Var) {
		c.value(VarChanged, "vars."+name, of(was, varValue), of(is, varValue))
	})
	each(was.tool.Outputs, is.tool.Outputs, func(o **plan.Output) string { return (*o).ID }, func(id string, was, is **plan.Output) {
		c.value(AnswerChanged, "outputs."+id, of(was, outputValue), of(is, outputValue))
	})
	c.spellings(was.tool.Inputs, is.tool.Inputs)
	c.differ(LimitChanged, "timeout", was.tool.Timeout.String(), is.tool.Timeout.String())
	c.differ(LimitChanged, "max_retries", countText(was.tool.MaxRetries), countText(is.tool.MaxRetries))
	c.differ(LimitChanged, "max_work", strconv.FormatInt(was.tool.MaxWork, 10), strconv.FormatInt(is.tool.MaxWork, 10))
}

// writes compares whether a tool or a function can change something.
func (c *comparison) writes(place string, was, is bool) {
	switch {
	case is && !was:
		c.add(WriteAdded, place, "", "true")
	case was && !is:
		c.add(WriteRemoved, place, "true", "")
	}
}

// reach adds the hosts of upstreams that the tool did not call before. A new server of an upstream is a change of the upstream.
func (c *comparison) reach(was, is *view) {
	var called []string
	for _, s := range was.tool.AllSteps() {
		called = append(called, s.Call.Upstream.Name)
	}
	for _, s := range lists.FlatMap(c.taken(was, is), func(v *view) []*plan.Step { return v.steps }) {
		u := s.Call.Upstream
		if !slices.Contains(called, u.Name) {
			called = append(called, u.Name)
			c.add(HostAdded, "steps."+s.Name, "", u.Origin())
		}
	}
}

// names returns the names of the steps and the conditions.
func (v *view) names() map[string]bool {
	names := map[string]bool{}
	plan.Walk(v.tool.Actions, func(a plan.Action) { names[actionName(a)] = true })
	return names
}

// actionName returns the name of a step or a condition, and "" for other actions.
func actionName(a plan.Action) string {
	switch a := a.(type) {
	case plan.StepAction:
		return "steps." + a.StepName()
	case *plan.Check:
		return a.Where.Place.String()
	case *plan.When:
		return a.Where.Place.String()
	case *plan.Each:
		return a.Where.Place.String()
	case *plan.Var, *plan.Together, *plan.Pages, *plan.Poll, *plan.Answered, *plan.Undo:
	}
	return ""
}

// sequence lists the steps and conditions whose names are also among others, in the order in which they run: steps.a, (steps.b | steps.c), where b and c
// run at the same time.
func sequence(actions []plan.Action, others map[string]bool) string {
	var parts []string
	for _, a := range actions {
		if name := actionName(a); others[name] {
			parts = append(parts, name)
		}
		switch a := a.(type) {
		case *plan.Together:
			parts = append(parts, branches(a, others))
		case *plan.When:
			parts = append(parts, sequence(a.Actions, others))
		case *plan.Each:
			parts = append(parts, sequence(a.Actions, others))
		case *plan.Pages:
			parts = append(parts, sequence(a.Actions, others))
		case *plan.Poll:
			parts = append(parts, sequence([]plan.Action{a.Step}, others))
		case *plan.Answered:
			parts = append(parts, sequence(a.Actions, others))
		case *plan.Check, *plan.Var, *plan.Step, *plan.GoStep, *plan.Undo: // nothing in them is in the sequence
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// branches is sequence for actions that run at the same time.
func branches(t *plan.Together, others map[string]bool) string {
	var parts []string
	for _, branch := range t.Branches {
		if part := sequence(branch, others); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return "(" + strings.Join(parts, " | ") + ")"
}

func varValue(v **plan.Var) ir.Node { return (*v).Value }

func outputValue(o **plan.Output) ir.Node { return (*o).Value }
