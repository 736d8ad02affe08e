package analysis

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// pages prepares what collects a list. Nothing that a page shows is known of the next one, or behind the last.
func (b *body) pages(p *plan.Pages) *plan.Pages {
	prepared := *p
	var step *plan.Step
	step, prepared.Before = b.beforePages(p.Step)
	prepared.Limit = b.expression(p.Limit, p.LimitWhere.Place)
	before := b.scope
	b.scope = before.fork()
	prepared.Actions = b.actions(plan.Steps{p.Step: step}.Actions(p.Actions))
	prepared.Step = b.steps[p.Step].(*plan.Step)
	prepared.Items = b.expression(p.Items, p.ItemsWhere.Place)
	prepared.Next = b.expression(p.Next, p.NextWhere.Place)
	prepared.Enough = b.enough(p)
	b.scope = before
	return &prepared
}

// beforePages takes out of a step what is computed and the same for all pages. It is computed before the first: now() too is one time for
// all of them.
func (b *body) beforePages(s *plan.Step) (*plan.Step, []*plan.Part) {
	return b.hoisted(s, func(n ir.Node, where plan.Where) bool { return !asksForPage(n) && !b.isAtHand(n, where) })
}

// asksForPage reports whether a value reads what the next page is asked for with.
func asksForPage(n ir.Node) bool {
	root, ok := n.(*ir.Root)
	return ok && root.Kind == ir.NextRoot || slices.ContainsFunc(ir.Children(n), asksForPage)
}

// enough prepares the condition that a list is long enough. One that can fail is none: the list is read to its end, as if
// nobody had asked for less, and what reads it fails where it does.
func (b *body) enough(p *plan.Pages) ir.Node {
	if p.Enough == nil {
		return nil
	}
	cond := b.prepared(p.Enough)
	if b.marker.canFail(cond, b.scope) || ir.Contains(cond, ir.Counts) {
		return nil
	}
	return b.placed(b.scope, cond, p.EnoughWhere.Place)
}
