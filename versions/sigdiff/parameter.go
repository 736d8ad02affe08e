package sigdiff

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// input compares what an input takes. Bounds and defaults of different types have nothing to compare.
func (c *comparison) input(was, is *nact.Input) {
	c.identity(was.ID, is.ID, RuleInputID, was.Name, is.Name, RuleInputName, "input")
	retyped := typeText(was) != typeText(is)
	if retyped {
		c.add(RuleInputType, "the input %s was of type %s and is of type %s", quote(was.Name), typeText(was), typeText(is))
	}
	switch {
	case !was.Required() && is.Required():
		c.add(RuleInputRequired, "the input %s was optional and is required", quote(was.Name))
	case was.Required() && !is.Required():
		c.add(RuleInputOptional, "the input %s was required and is optional", quote(was.Name))
	}
	if !retyped {
		c.bounds(was, is)
		c.inputValues(was, is)
		c.items(was, is)
		c.defaults(was, is)
	}
	if was.Description != is.Description {
		c.add(RuleInputText, "the description of the input %s changed", quote(was.Name))
	}
	if !slices.EqualFunc(was.Examples, is.Examples, same) {
		c.add(RuleInputText, "the examples of the input %s changed", quote(was.Name))
	}
}

// same reports whether two defaults or examples are the same.
func same(a, b any) bool { return reflect.DeepEqual(a, b) }

// typeText is the type of an input, that of its elements included.
func typeText(in *nact.Input) string {
	if in.Items == nil {
		return quoteToken(string(in.Type))
	}
	return quoteToken(string(in.Type)) + " of " + quoteToken(string(in.Items.Type))
}

// items compares how many elements a list takes, and what they may be.
func (c *comparison) items(was, is *nact.Input) {
	above, below := 1, -1
	compareBound(c, "least number of elements", was.Name, most(was.MinItems), most(is.MinItems), above)
	compareBound(c, "greatest number of elements", was.Name, mostItems(was), mostItems(is), below)
	switch {
	case is.Unique && !was.Unique:
		c.add(RuleInputTighter, "the elements of the input %s must now all be different", quote(was.Name))
	case was.Unique && !is.Unique:
		c.add(RuleInputLooser, "the elements of the input %s need no longer all be different", quote(was.Name))
	}
	if was.Items != nil && is.Items != nil {
		older, newer := *was.Items, *is.Items
		older.Name, newer.Name = was.Name, was.Name
		c.bounds(&older, &newer)
		c.inputValues(&older, &newer)
	}
}

func mostItems(in *nact.Input) *int64 {
	if in.Type == nact.List {
		return nact.Limit(int64(in.MaximumItems()))
	}
	return most(in.MaxItems)
}

func (c *comparison) bounds(was, is *nact.Input) {
	above, below := 1, -1
	compareBound(c, "minimum", was.Name, was.Min, is.Min, above)
	compareBound(c, "maximum", was.Name, maximum(was), maximum(is), below)
	compareBound(c, "minimum", was.Name, was.Least, is.Least, above)
	compareBound(c, "maximum", was.Name, was.Most, is.Most, below)
	compareBound(c, "greatest number of digits behind the point", was.Name, most(was.Decimals), most(is.Decimals), below)
	compareBound(c, "minimum length", was.Name, most(was.MinLength), most(is.MinLength), above)
	compareBound(c, "maximum length", was.Name, most(was.MaxLength), most(is.MaxLength), below)
	c.form("pattern", was.Name, was.Pattern, is.Pattern)
	c.form("format", was.Name, was.Format, is.Format)
}

// form compares what a text must be like: a pattern or a format, which is empty if there is none.
func (c *comparison) form(what, name, was, is string) {
	switch {
	case was == is:
	case is == "":
		c.add(RuleInputLooser, "the input %s no longer needs the %s %s", quote(name), what, quoteToken(was))
	case was == "":
		c.add(RuleInputTighter, "the input %s now needs the %s %s", quote(name), what, quoteToken(is))
	default:
		c.add(RuleInputTighter, "the input %s needed the %s %s and needs %s", quote(name), what, quoteToken(was), quoteToken(is))
	}
}

// compareBound compares a bound, which is nil if there is none. One that moves in the direction of tighter, up for 1 and down for -1, allows fewer values.
func compareBound[T int64 | float64](c *comparison, what, name string, was, is *T, tighter int) {
	if was == is || was != nil && is != nil && *was == *is {
		return
	}
	rule := RuleInputLooser
	if is != nil && (was == nil || cmp.Compare(*is, *was) == tighter) {
		rule = RuleInputTighter
	}
	c.add(rule, "the %s of the input %s was %s and is %s", what, quote(name), boundText(was), boundText(is))
}

func maximum(in *nact.Input) *int64 {
	if in.Type == nact.Int {
		return nact.Limit(in.Maximum())
	}
	return in.Max
}

// most returns a limit of how many there may be, of which 0 is none.
func most(n int) *int64 {
	if n <= 0 {
		return nil
	}
	return nact.Limit(int64(n))
}

func (c *comparison) defaults(was, is *nact.Input) {
	switch {
	case is.Required() || same(was.Default, is.Default): // that the input is required now is a difference of its own
	case was.Required():
		c.add(RuleInputDefaultAdded, "the input %s has the default %s now", quote(was.Name), quoteValue(is.Default))
	case was.Default == nil:
		c.add(RuleInputDefault, "the input %s had no default and has %s: a call without it means something else", quote(was.Name), quoteValue(is.Default))
	case is.Default == nil:
		c.add(RuleInputDefault, "the input %s had the default %s and has none: a call without it means something else", quote(was.Name), quoteValue(was.Default))
	default:
		c.add(RuleInputDefault, "the input %s had the default %s and has %s: a call without it means something else",
			quote(was.Name), quoteValue(was.Default), quoteValue(is.Default))
	}
}

func (c *comparison) output(was, is *nact.Output) {
	c.identity(was.ID, is.ID, RuleOutputID, was.Name, is.Name, RuleOutputName, "output")
	if was.Type != is.Type {
		c.add(RuleOutputType, "the output %s was of type %s and is of type %s", quote(was.Name), quoteToken(string(was.Type)), quoteToken(string(is.Type)))
	} else {
		c.outputValues(was, is)
	}
	if was.Description != is.Description {
		c.add(RuleOutputText, "the description of the output %s changed", quote(was.Name))
	}
}

func (c *comparison) identity(wasID, isID, ruleID, was, is, ruleName, what string) {
	if wasID != isID {
		c.add(ruleID, "the ID of the %s %s was %s and is %s", what, quote(was), quote(wasID), quote(isID))
	}
	if was != is {
		c.add(ruleName, "the %s %s is called %s now", what, quote(was), quote(is))
	}
}

func (c *comparison) inputValues(was, is *nact.Input) {
	c.values(was.AllowedValues, is.AllowedValues, "input", was.Name, RuleInputText,
		func(value string) {
			c.add(RuleInputValueRemoved, "the input %s no longer takes %s", quote(was.Name), value)
		},
		func(value string) { c.add(RuleInputValueAdded, "the input %s takes %s too", quote(was.Name), value) })
}

func (c *comparison) outputValues(was, is *nact.Output) {
	c.values(was.AllowedValues, is.AllowedValues, "output", was.Name, RuleOutputText,
		func(value string) {
			c.add(RuleOutputValueRemoved, "the output %s is no longer %s", quote(was.Name), value)
		},
		func(value string) {
			c.add(RuleOutputValueAdded, "the output %s may be %s, which older clients do not know", quote(was.Name), value)
		})
}

// values compares the allowed values of an input or output. The rule is for changes of their descriptions and their order.
func (c *comparison) values(was, is []nact.AllowedValue, what, name, rule string, removed, added func(value string)) {
	found := pair(was, is, func(v *nact.AllowedValue) (id, name string) { return v.Name, v.Name })
	for i, at := range found.newer {
		if at < 0 {
			removed(quoteToken(was[i].Name))
		}
	}
	for _, i := range found.added {
		added(quoteToken(is[i].Name))
	}
	for i, at := range found.newer {
		if at >= 0 && was[i].Description != is[at].Description {
			c.add(rule, "the description of the value %s of the %s %s changed", quoteToken(was[i].Name), what, quote(name))
		}
	}
	if found.moved() {
		c.add(rule, "the values of the %s %s stand in another order", what, quote(name))
	}
}
