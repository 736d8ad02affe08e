package plandiff

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// calls compares the steps of a tool by their names.
func (c *comparison) calls(older, newer []*plan.Step) {
	each(older, newer, func(s **plan.Step) string { return (*s).Name }, func(name string, was, is **plan.Step) {
		place := "steps." + name
		switch {
		case was == nil:
			c.call(CallAdded, place, nil, (*is).Call)
			c.claim(place, nil, (*is).Call)
		case is == nil:
			c.add(CallRemoved, place, callText((*was).Call), "")
		default:
			c.call(CallChanged, place, (*was).Call, (*is).Call)
			c.claim(place, (*was).Call, (*is).Call)
			c.differ(CallChanged, place+".accept", (*was).Call.Accept, (*is).Call.Accept)
			c.differ(LimitChanged, place+".timeout", timeoutText((*was).Timeout), timeoutText((*is).Timeout))
			c.differ(LimitChanged, place+".retry", of((*was).Retry, ownRetryText), of((*is).Retry, ownRetryText))
			c.differ(CacheChanged, place+".cache", ownCachingText((*was).Caching), ownCachingText((*is).Caching))
			c.key(place, (*was).Key.String(), (*is).Key.String())
			c.sent(place, *was, *is)
			c.rules((*was).OnError, (*is).OnError)
		}
	})
}

// call compares the operations that a step calls. A new one that can change something counts as a write. A new server of an upstream is a change of the
// upstream.
func (c *comparison) call(kind Kind, place string, was, is *plan.Operation) {
	if was != nil && was.Upstream.Name == is.Upstream.Name && was.Method == is.Method && was.Path == is.Path {
		c.differ(CredentialChanged, place+".auth", sentText(was), sentText(is))
		return
	}
	if is.Writes() {
		kind = WriteAdded
	}
	c.add(kind, place, of(was, callText), callText(is))
}

// sentText describes which of the credentials of its upstream an operation is sent. It is empty where those are all that there are.
func sentText(op *plan.Operation) string {
	if op.Auth == nil {
		return ""
	}
	var sent []string
	for _, c := range op.Upstream.Auth {
		if op.Sends(c) {
			sent = append(sent, cmp.Or(c.Scheme, c.Sent()))
		}
	}
	return cmp.Or(strings.Join(sent, ", "), "none")
}

// claim compares whether the operation that a step calls is said to change nothing, by a method that does not say so. It holds for one
// operation: for another one it is said anew.
func (c *comparison) claim(place string, was, is *plan.Operation) {
	same := was != nil && callText(was) == callText(is)
	switch {
	case is.Reads && !(same && was.Reads):
		c.add(ReadsClaimed, place, "", callText(is))
	case same && was.Reads && !is.Reads:
		c.add(ReadsDropped, place, callText(was), "")
	}
}

// callText describes the request of an operation: GET https://api.example.com/items/{id}.
func callText(op *plan.Operation) string {
	return op.Method + " " + strings.TrimSuffix(op.Upstream.Server, "/") + op.Path
}

// key compares where a step sends its idempotency key.
func (c *comparison) key(place, was, is string) {
	if is == "" && was != "" {
		c.add(KeyRemoved, place, was, "")
		return
	}
	c.differ(KeyChanged, place+".idempotency", was, is)
}

// sent compares what a step sends: its parameters and its body.
func (c *comparison) sent(place string, was, is *plan.Step) {
	key := func(a *plan.Arg) string { return a.Param.In + " " + a.Param.Name }
	each(was.Args, is.Args, key, func(_ string, was, is *plan.Arg) {
		c.value(SentChanged, argPlace(was, is), of(was, argValue), of(is, argValue))
	})
	if was.Body != nil && is.Body != nil {
		c.differ(SentChanged, place+".body_type", was.Call.BodyType, is.Call.BodyType)
		c.differ(SentChanged, place+".body_encoding", fieldsText(was.Call.Fields), fieldsText(is.Call.Fields))
	}
	c.value(SentChanged, place+".body", was.Body, is.Body)
}

func argPlace(was, is *plan.Arg) string {
	if is == nil {
		return was.Where.Place.String()
	}
	return is.Where.Place.String()
}

func argValue(a *plan.Arg) ir.Node { return a.Value }

// conditions compares conditions by their names.
func (c *comparison) conditions(older, newer []*plan.Check) {
	each(older, newer, func(check **plan.Check) string { return (*check).Where.Place.String() }, func(name string, was, is **plan.Check) {
		switch {
		case was == nil:
			c.add(ConditionAdded, name, "", ir.Written((*is).That))
		case is == nil:
			c.add(ConditionRemoved, name, ir.Written((*was).That), "")
		default:
			c.expression(ConditionChanged, name, (*was).That, (*is).That)
			c.value(FailureChanged, name+".detail", (*was).Detail, (*is).Detail)
		}
	})
}

// rules compares the rules for errors of a call.
func (c *comparison) rules(older, newer []plan.ErrorRule) {
	each(older, newer, func(r *plan.ErrorRule) string { return r.Where.Place.String() }, func(name string, was, is *plan.ErrorRule) {
		c.differ(FailureChanged, name, of(was, (*plan.ErrorRule).CausesText), of(is, (*plan.ErrorRule).CausesText))
		if was != nil && is != nil {
			c.value(FailureChanged, name+".that", was.That, is.That)
			c.value(FailureChanged, name+".detail", was.Detail, is.Detail)
			c.value(FailureChanged, name, was.Use, is.Use)
		}
	})
}

// timeoutText describes a timeout. It is empty if that of the upstream applies.
func timeoutText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// ownCachingText describes how long a step keeps answers. It is empty if the upstream decides that.
func ownCachingText(caching *plan.Caching) string {
	switch {
	case caching == nil:
		return ""
	case *caching == plan.Caching{}:
		return "none"
	}
	return cachingText(*caching)
}

func ownRetryText(r *plan.Retry) string { return retryText(*r) }

// fieldsText describes the members of a body whose encoding does not follow from their type alone.
func fieldsText(fields []*plan.Field) string {
	var parts []string
	for _, f := range fields {
		words := []string{f.Name}
		if f.Styled {
			words = append(words, f.Style)
		}
		if f.Styled && f.Explode {
			words = append(words, "exploded")
		}
		if f.Reserved {
			words = append(words, "reserved")
		}
		if f.Type != "" {
			words = append(words, f.Type)
		}
		for _, h := range f.Headers {
			words = append(words, h.Name+": "+h.Value)
		}
		parts = append(parts, strings.Join(words, " "))
	}
	return strings.Join(parts, ", ")
}

// loops compares the lists for whose elements steps run, and the limits of these loops.
func (c *comparison) loops(older, newer []*plan.Each) {
	each(older, newer, func(e **plan.Each) string { return (*e).Where.Place.String() }, func(name string, was, is **plan.Each) {
		if was == nil || is == nil {
			c.value(LoopChanged, name, of(was, listOf), of(is, listOf))
			return
		}
		c.value(LoopChanged, name, (*was).List, (*is).List)
		step := "steps." + (*is).Step.StepName()
		c.differ(LimitChanged, step+".concurrency", strconv.FormatInt((*was).Concurrency, 10), strconv.FormatInt((*is).Concurrency, 10))
		c.differ(LimitChanged, step+".limit", strconv.FormatInt((*was).Limit, 10), strconv.FormatInt((*is).Limit, 10))
	})
}

func listOf(e **plan.Each) ir.Node { return (*e).List }

// pages compares how steps collect the pages of lists, by the names of the steps.
func (c *comparison) pages(older, newer []*plan.Pages) {
	each(older, newer, func(p **plan.Pages) string { return (*p).Step.Name }, func(name string, was, is **plan.Pages) {
		place, none := "steps."+name+".paginate", &plan.Pages{}
		was, is = cmp.Or(was, &none), cmp.Or(is, &none)
		c.differ(PagesChanged, place, pagesText(*was), pagesText(*is))
		c.value(PagesChanged, place+".items", (*was).Items, (*is).Items)
		c.value(PagesChanged, place+".next", (*was).Next, (*is).Next)
		c.value(LimitChanged, place+".limit", (*was).Limit, (*is).Limit)
	})
}

// pagesText says how the next page is requested. It is empty if there are no pages.
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

// polls compares how steps poll, by the names of the steps. The condition under which polling fails is compared with the other conditions.
func (c *comparison) polls(older, newer []*plan.Poll) {
	each(older, newer, func(p **plan.Poll) string { return (*p).Step.Name }, func(name string, was, is **plan.Poll) {
		place, none := "steps."+name+".poll", &plan.Poll{}
		was, is = cmp.Or(was, &none), cmp.Or(is, &none)
		c.differ(PollChanged, "steps."+name+".again", trueText((*was).Again), trueText((*is).Again))
		if (*was).Again || (*is).Again {
			place = "steps." + name + ".again"
		}
		c.value(PollChanged, place+".until", (*was).Until, (*is).Until)
		c.differ(PollChanged, place+".location", trueText((*was).Location), trueText((*is).Location))
		if (*was).Step == nil || (*is).Step == nil {
			return
		}
		c.differ(LimitChanged, place+".every", defaultedText((*was).Every), defaultedText((*is).Every))
		c.differ(LimitChanged, place+".backoff", backoffText(*was), backoffText(*is))
		c.differ(LimitChanged, place+".max_every", defaultedText((*was).MaxEvery), defaultedText((*is).MaxEvery))
		c.differ(LimitChanged, place+".timeout", timeoutText((*was).Timeout), timeoutText((*is).Timeout))
	})
}

// trueText is empty for false.
func trueText(is bool) string {
	if is {
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

// unlessText says with which ends of the tool a step is not taken back.
func unlessText(u *plan.Undo) string {
	if unless := u.Unless(); unless != "" {
		return "unless the tool ends in " + unless
	}
	return ""
}

// undos compares how steps are undone, by the names of the steps. The calls that undo them are compared like those of steps.
func (c *comparison) undos(was, is *view) {
	each(was.undos, is.undos, func(u **plan.Undo) string { return (*u).Of }, func(step string, older, newer **plan.Undo) {
		place := "steps." + step
		switch {
		case newer != nil && older != nil:
			c.differ(LimitChanged, place+".undo.timeout", (*older).Limit.String(), (*newer).Limit.String())
			c.differ(UndoChanged, place+".undo.when", unlessText(*older), unlessText(*newer))
		case newer == nil && is.names()[place]:
			c.add(UndoRemoved, place, (*older).Call().Call.ID, "")
		}
	})
}
