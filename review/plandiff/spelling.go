package plandiff

import (
	"slices"
	"strconv"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// spellings compares how an API spells the values that agents give, of enum inputs that both tools have. The names are part of the signature.
func (c *comparison) spellings(older, newer []*plan.Input) {
	for _, is := range newer {
		was := find(older, func(in **plan.Input) string { return (*in).ID }, is.ID)
		if was == nil || (*was).Enum() == nil || is.Enum() == nil {
			continue
		}
		before, after := (*was).Enum(), is.Enum()
		for i, name := range after.Given() {
			if at := slices.Index(before.Given(), name); at >= 0 {
				c.differ(SentChanged, "inputs."+is.ID+"."+name, strconv.Quote(before.Values[at]), strconv.Quote(after.Values[i]))
			}
		}
	}
}
