package plandiff

import (
	"strconv"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// loops compares for which elements steps run, and how.
func (c *comparison) loops(older, newer []*plan.Each) {
	each(older, newer, func(e **plan.Each) string { return (*e).Where.Place.String() }, func(name string, was, is **plan.Each) {
		if was == nil || is == nil {
			c.value(LoopChanged, name, listOf(was), listOf(is))
			return
		}
		c.value(LoopChanged, name, (*was).List, (*is).List)
		step := "steps." + (*is).Step.Name
		c.differ(LimitChanged, step+".concurrency", strconv.FormatInt((*was).Concurrency, 10), strconv.FormatInt((*is).Concurrency, 10))
		c.differ(LimitChanged, step+".limit", strconv.FormatInt((*was).Limit, 10), strconv.FormatInt((*is).Limit, 10))
	})
}

func listOf(e **plan.Each) ir.Node {
	if e == nil {
		return nil
	}
	return (*e).List
}
