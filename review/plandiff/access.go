package plandiff

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// waysIn compares how callers prove who they are. That nobody is asked any more, or now is, shows at each tool.
func (c *comparison) waysIn(was, is *plan.Access) {
	if was == nil || is == nil {
		return
	}
	before, after := strings.Join(was.By, ", "), strings.Join(is.By, ", ")
	switch {
	case before == after:
	case containsAll(was.By, is.By):
		c.add(AccessTightened, "access.by", before, after)
	default:
		c.add(AccessWeakened, "access.by", before, after)
	}
}

// access compares who may call a tool. A change after which somebody may who could not is one that weakens. Of a new tool only is counts, if nobody is asked
// beside tools for which somebody is.
func (c *comparison) access(was, is *view, added bool) {
	before, after := callersOf(was.tool.Access), callersOf(is.tool.Access)
	switch {
	case added && is.plan.Access != nil && is.tool.Access == nil:
		c.add(AccessWeakened, "access", "", after)
	case added || before == after:
	case is.tool.Access == nil, was.tool.Access != nil && !containsAll(is.tool.Access.Scopes, was.tool.Access.Scopes):
		c.add(AccessWeakened, "access", before, after)
	default:
		c.add(AccessTightened, "access", before, after)
	}
}

// callersOf says who may call a tool.
func callersOf(a *nact.Access) string {
	switch {
	case a == nil:
		return "anybody"
	case len(a.Scopes) == 0:
		return "any known caller"
	}
	return strings.Join(slices.Sorted(slices.Values(a.Scopes)), " ")
}

// containsAll reports whether a list has all elements of another one.
func containsAll(list, elements []string) bool {
	return !slices.ContainsFunc(elements, func(e string) bool { return !slices.Contains(list, e) })
}
