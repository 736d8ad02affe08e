package plandiff

import (
	"strconv"
	"time"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// polls compares how steps are called again and again, by the names of the steps. What makes them fail is a condition.
func (c *comparison) polls(older, newer []*plan.Poll) {
	none := &plan.Poll{}
	each(older, newer, func(p **plan.Poll) string { return (*p).Step.Name }, func(name string, was, is **plan.Poll) {
		place := "steps." + name + ".poll"
		if was == nil {
			was = &none
		}
		if is == nil {
			is = &none
		}
		c.value(PollChanged, place+".until", (*was).Until, (*is).Until)
		c.differ(PollChanged, place+".location", locationText(*was), locationText(*is))
		if (*was).Step == nil || (*is).Step == nil {
			return
		}
		c.differ(LimitChanged, place+".every", defaultedText((*was).Every), defaultedText((*is).Every))
		c.differ(LimitChanged, place+".backoff", backoffText(*was), backoffText(*is))
		c.differ(LimitChanged, place+".max_every", defaultedText((*was).MaxEvery), defaultedText((*is).MaxEvery))
		c.differ(LimitChanged, place+".timeout", timeoutText((*was).Timeout), timeoutText((*is).Timeout))
	})
}

func locationText(p *plan.Poll) string {
	if p.Location {
		return "true"
	}
	return ""
}

func defaultedText(d time.Duration) string {
	if d == 0 {
		return "the default"
	}
	return d.String()
}

func backoffText(p *plan.Poll) string {
	if p.Backoff == 0 {
		return "the default"
	}
	return strconv.FormatFloat(p.Backoff, 'g', -1, 64)
}
