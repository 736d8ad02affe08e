package tool

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/demand"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
	"github.com/nactgen/nactgen/sculpt/value"
)

// How many items a list has at most that is collected from pages.
const (
	defaultItems = 1000
	mostItems    = 1_000_000
)

// pageItems compiles, for each step that collects pages, the expression of the items of a page, and adds the collected list to the types
// that expressions see of the step. It comes before all other expressions, which may read that list.
func pageItems(steps []*manifest.Step, names value.Names, scope *value.Scope, found *diag.List) map[*manifest.Step]ir.Node {
	items := map[*manifest.Step]ir.Node{}
	for _, s := range steps {
		if s.Paginate == nil {
			continue
		}
		t := ir.DynType // of what has an error
		if items[s] = itemsOf(s.Paginate.Items, scope.Of(s.Name.V), found); items[s] != nil {
			t = items[s].Type()
		}
		expr.AddPages(names.Answers.Field(s.Name.V).Type, t)
		if outside := names.Steps.Field(s.Name.V); s.Each != nil {
			outside.Type = expr.EachPages(t)
		} else {
			expr.AddPages(outside.Type, t)
		}
	}
	return items
}

// itemsOf is the list that an expression reads of a page, or nil.
func itemsOf(e *manifest.Expr, page *value.Scope, found *diag.List) ir.Node {
	if e == nil {
		return nil
	}
	if refs := page.References(e); len(refs.Steps)+len(refs.Vars) > 0 {
		found.ErrorAt(e, "scope", "the items are read of each page, by itself: name this, and neither steps nor vars")
		return nil
	}
	n := page.Compile(e)
	if n == nil {
		return nil
	}
	switch t := n.Type(); {
	case t.Kind == ir.List:
		return page.Assign(e, n, ir.ListOf(t.Elem))
	case t.Kind == ir.Dyn:
		return page.Assign(e, n, ir.ListOf(ir.DynType))
	case t.Kind == ir.Optional && t.Elem.Kind == ir.List:
		found.ErrorAt(e, "type", "the list may be absent; say what stands for it, with .orValue([])")
	default:
		found.ErrorAt(e, "type", "the items of a page are a list, and this is %s", t.Phrase())
	}
	return nil
}

// pages checks how a step collects a list. It completes what the step passes, and returns the members that its body has for that.
func (c *checker) pages(s *plan.Step, m *manifest.Step, op *operation.Operation) (*plan.Pages, []value.Added) {
	p := &plan.Pages{Limit: c.itemLimit(m.Paginate.Limit), Items: c.items[m]}
	p.LimitWhere = c.scope.Where(placeIn(m, plan.PartPaginate, "limit"), p.Limit)
	p.ItemsWhere = c.scope.Where(placeIn(m, plan.PartPaginate, "items"), p.Items)
	p.EnoughWhere = plan.Where{Place: placeIn(m, plan.PartPaginate, "enough"), Answers: true}
	if m.Paginate.Next == nil {
		return p, nil
	}
	n := &nextPage{checker: c, page: c.scope.Of(m.Name.V), step: m, op: op, plan: p, place: placeIn(m, plan.PartPaginate, "next")}
	if !n.form() {
		return p, nil
	}
	p.Start = m.Paginate.Next.Start.V
	if p.Next = n.says(); p.Next == nil {
		return p, nil
	}
	p.NextWhere = c.scope.Where(n.place, p.Next)
	return p, n.pass(s)
}

// itemLimit is how many items a list has at most.
func (c *checker) itemLimit(n *manifest.Node) ir.Node {
	if n == nil {
		return ir.Int64(defaultItems)
	}
	limit := c.shown.Whole(n)
	if literal, ok := limit.(*ir.Const); ok && (literal.Value.(int64) < 1 || literal.Value.(int64) > mostItems) {
		c.found.ErrorAt(n, "bad-integer", "the limit of a list must be between 1 and 1,000,000, not %d", literal.Value)
		return nil
	}
	return limit
}

// expectations checks that each condition on a step that collects pages is about one page, or about all of the list.
func (c *checker) expectations(m *manifest.Step, s *schedule.Step) {
	for i, check := range s.Expect {
		if c.vars.Collected(m.Name.V, check.That, check.Detail) && readsPage(m.Name.V, check.That, check.Detail) {
			c.found.Errorf(m.Expect[i].Pos, 0, "scope", "this reads the answer with one page and what is collected of all, which are not there at the same time; make two conditions of it")
		}
	}
}

// readsPage reports whether expressions read the answer with one page of a step.
func readsPage(step string, nodes ...ir.Node) bool {
	return reads.Any(reads.Roots(nodes...), func(root *ir.Root) bool {
		return root.OfStep() && root.Name == step && root.Kind != ir.PagesRoot
	})
}

// enough returns the steps with the conditions under which the lists that they collect are long enough for all that reads them. A list
// that is collected for each element of another one gets no such condition.
func (c *checker) enough(steps []*schedule.Step, outputs []*plan.Output) []*schedule.Step {
	readers := append(lists.FlatMap(steps, (*schedule.Step).Readers), lists.Map(outputs, func(out *plan.Output) ir.Node { return out.Value })...)
	known := slices.Clone(steps)
	for i, s := range steps {
		if s.Pages == nil || s.Each != nil || s.Pages.Items == nil || s.Pages.Next == nil {
			continue
		}
		step, pages := *s, *s.Pages
		before := s.StepsRead(c.vars)
		pages.Enough, pages.Search = demand.List{
			Step: s.Name.V, Items: s.Pages.Items, Readers: readers, Vars: c.vars,
			Available: func(n ir.Node) bool {
				for read := range c.vars.StepsRead(n) {
					if !before[read] {
						return false
					}
				}
				return true
			},
		}.Enough()
		step.Pages = &pages
		known[i] = &step
	}
	return known
}
