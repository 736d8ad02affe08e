package plandiff

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// part compares what a part does with what it did, once for all tools that use it. Of a new one it reports what it calls and reads.
func (c *comparison) part(older, newer *plan.Plan, is *plan.Function) {
	c.place, c.users = "parts."+is.Name+".", users(newer, is)
	var before *view
	if was := partOf(older, is.Name); was != nil {
		c.differ(FunctionChanged, "inputs", functionText(was), functionText(is))
		before = newView(older, was.Part)
	}
	c.compareTool(before, newView(newer, is.Part))
	c.place, c.users = "", nil
}

// partOf returns the part of that name, or nil.
func partOf(p *plan.Plan, name string) *plan.Function {
	return lists.Find(p.Parts, func(f *plan.Function) bool { return f.Name == name })
}

// users returns the names of the tools that use a part, also by way of other parts.
func users(p *plan.Plan, f *plan.Function) []string {
	var names []string
	for _, t := range p.Tools {
		if slices.Contains(used(t), f.Name) {
			names = append(names, t.Signature.Name)
		}
	}
	return names
}

// used returns the names of the parts that a tool uses, also by way of other parts.
func used(t *plan.Tool) []string {
	var names []string
	plan.WalkAll(t.Actions, func(a plan.Action) {
		if s, ok := a.(*plan.GoStep); ok && s.Part() != nil && !slices.Contains(names, s.Function.Name) {
			names = append(names, s.Function.Name)
		}
	})
	return names
}

// taken returns the views of a tool and of those parts that it did not use before, of which it newly does all: what else changes in a part
// is said of the part.
func (c *comparison) taken(was, is *view) []*view {
	taken, before := []*view{is}, used(was.tool)
	for _, name := range used(is.tool) {
		if partOf(c.older, name) != nil && !slices.Contains(before, name) {
			taken = append(taken, newView(is.plan, partOf(is.plan, name).Part))
		}
	}
	return taken
}
