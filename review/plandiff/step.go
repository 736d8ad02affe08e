package plandiff

import (
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
		case is == nil:
			c.add(CallRemoved, place, callText((*was).Call), "")
		default:
			c.call(CallChanged, place, (*was).Call, (*is).Call)
			c.differ(CallChanged, place+".accept", (*was).Call.Accept, (*is).Call.Accept)
			c.differ(LimitChanged, place+".timeout", timeoutText((*was).Timeout), timeoutText((*is).Timeout))
			c.differ(LimitChanged, place+".retry", ownRetryText((*was).Retry), ownRetryText((*is).Retry))
			c.differ(CacheChanged, place+".cache", ownCachingText((*was).Caching), ownCachingText((*is).Caching))
			c.key(place, (*was).KeyHeader, (*is).KeyHeader)
			c.sent(place, *was, *is)
			c.rules((*was).OnError, (*is).OnError)
		}
	})
}

// call compares the operations of a step. One that can change something, and is called instead of none or another one, is a
// write. That a whole upstream is somewhere else is said of the upstream.
func (c *comparison) call(kind Kind, place string, was, is *plan.Operation) {
	if was != nil && was.Upstream.Name == is.Upstream.Name && was.Method == is.Method && was.Path == is.Path {
		return
	}
	if is.Writes() {
		kind = WriteAdded
	}
	c.add(kind, place, callText(was), callText(is))
}

// callText is a request as the document describes it: GET https://api.example.com/items/{id}.
func callText(op *plan.Operation) string {
	if op == nil {
		return ""
	}
	return op.Method + " " + strings.TrimSuffix(op.Upstream.Server, "/") + op.Path
}

// key compares the headers in which a step sends its key.
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
		c.value(SentChanged, argPlace(was, is), argValue(was), argValue(is))
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

func argValue(a *plan.Arg) ir.Node {
	if a == nil {
		return nil
	}
	return a.Value
}

// conditions compares what has to hold, by the names of the conditions.
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

// rules compares which ends of a call are which failures.
func (c *comparison) rules(older, newer []plan.ErrorRule) {
	each(older, newer, func(r *plan.ErrorRule) string { return r.Where.Place.String() }, func(name string, was, is *plan.ErrorRule) {
		c.differ(FailureChanged, name, causes(was), causes(is))
		if was != nil && is != nil {
			c.value(FailureChanged, name+".that", was.That, is.That)
			c.value(FailureChanged, name+".detail", was.Detail, is.Detail)
			c.value(FailureChanged, name, was.Use, is.Use)
		}
	})
}

// causes are the ends of a call that a rule is for: 404, 5xx, timeout.
func causes(r *plan.ErrorRule) string {
	if r == nil {
		return ""
	}
	return r.CausesText()
}

// timeoutText is empty for the upstream's.
func timeoutText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// ownCachingText is empty for the upstream's.
func ownCachingText(caching *plan.Caching) string {
	switch {
	case caching == nil:
		return ""
	case *caching == plan.Caching{}:
		return "none"
	}
	return cachingText(*caching)
}

// ownRetryText is empty for the upstream's.
func ownRetryText(r *plan.Retry) string {
	if r == nil {
		return ""
	}
	return retryText(*r)
}

// fieldsText says how the members of a body are written that are not written by their type alone.
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
