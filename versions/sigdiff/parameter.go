package sigdiff

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// input compares what an input takes. Bounds and defaults of different types have nothing to compare.
func (c *comparison) input(was, is *nact.Input) {
	c.identity(was.ID, is.ID, RuleInputID, was.Name, is.Name, RuleInputName, "input")
	retyped := was.Type != is.Type
	if retyped {
		c.add(RuleInputType, "the input %s was of type %s and is of type %s", quote(was.Name), quoteToken(string(was.Type)), quoteToken(string(is.Type)))
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
		c.defaults(was, is)
	}
	if was.Description != is.Description {
		c.add(RuleInputText, "the description of the input %s changed", quote(was.Name))
	}
	if !slices.Equal(was.Examples, is.Examples) {
		c.add(RuleInputText, "the examples of the input %s changed", quote(was.Name))
	}
}

func (c *comparison) bounds(was, is *nact.Input) {
	above := func(a, b int64) bool { return a > b }
	below := func(a, b int64) bool { return a < b }
	c.bound("minimum", was.Name, was.Min, is.Min, above)
	c.bound("maximum", was.Name, maximum(was), maximum(is), below)
	c.bound("maximum length", was.Name, length(was), length(is), below)
	switch {
	case was.Format == is.Format:
	case is.Format == "":
		c.add(RuleInputLooser, "the input %s no longer needs the format %s", quote(was.Name), quoteToken(was.Format))
	case was.Format == "":
		c.add(RuleInputTighter, "the input %s now needs the format %s", quote(was.Name), quoteToken(is.Format))
	default:
		c.add(RuleInputTighter, "the input %s needed the format %s and needs %s", quote(was.Name), quoteToken(was.Format), quoteToken(is.Format))
	}
}

// bound compares a bound, which is nil if there is none. Tighter reports whether one number allows fewer values than another.
func (c *comparison) bound(what, name string, was, is *int64, tighter func(is, was int64) bool) {
	if was == is || was != nil && is != nil && *was == *is {
		return
	}
	rule := RuleInputLooser
	if is != nil && (was == nil || tighter(*is, *was)) {
		rule = RuleInputTighter
	}
	c.add(rule, "the %s of the input %s was %s and is %s", what, quote(name), bound(was), bound(is))
}

func maximum(in *nact.Input) *int64 {
	if in.Type == nact.Int {
		return nact.Limit(in.Maximum())
	}
	return in.Max
}

func length(in *nact.Input) *int64 {
	if in.MaxLength <= 0 {
		return nil
	}
	return nact.Limit(int64(in.MaxLength))
}

func (c *comparison) defaults(was, is *nact.Input) {
	switch {
	case is.Required() || was.Default == is.Default: // that the input is required now is a difference of its own
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
