package plandiff

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// pages compares how steps collect the pages of lists, by the names of the steps.
func (c *comparison) pages(older, newer []*plan.Pages) {
	none := &plan.Pages{}
	each(older, newer, func(p **plan.Pages) string { return (*p).Step.Name }, func(name string, was, is **plan.Pages) {
		place := "steps." + name + ".paginate"
		if was == nil {
			was = &none
		}
		if is == nil {
			is = &none
		}
		c.differ(PagesChanged, place, pagesText(*was), pagesText(*is))
		c.value(PagesChanged, place+".items", (*was).Items, (*is).Items)
		c.value(PagesChanged, place+".next", (*was).Next, (*is).Next)
		c.value(LimitChanged, place+".limit", (*was).Limit, (*is).Limit)
	})
}

// pagesText says what pages are asked for by, or nothing where there are none.
func pagesText(p *plan.Pages) string {
	if p.Step == nil {
		return ""
	}
	switch p.By {
	case plan.Number:
		return fmt.Sprintf("by their number, from %d", p.Start)
	case plan.Offset:
		return fmt.Sprintf("by their offset, from %d", p.Start)
	case plan.Link:
		return "by links"
	}
	return "by a cursor"
}
