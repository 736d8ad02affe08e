package nact

import "reflect"

// additive reports where a signature does more than add to the version before it. Where it finds nothing, calls of older versions
// can be served by the steps of the newest one, as a [Contract] does.
func (v *verifier) additive(older, newer *Signature) {
	for i := range older.Inputs {
		was := &older.Inputs[i]
		if at := indexOfInput(newer.Inputs, was.ID); at < 0 {
			v.add("input %q of version %d is gone: that needs a new tool", was.ID, older.Version)
		} else {
			v.accepts(was, &newer.Inputs[at])
		}
	}
	for i := range newer.Inputs {
		if in := &newer.Inputs[i]; in.Required() && indexOfInput(older.Inputs, in.ID) < 0 {
			v.add("input %q is new and required: a new input must be optional", in.ID)
		}
	}
	published := newer.Published()
	for _, was := range older.Published() {
		if at := indexOfOutput(published, was.ID); at < 0 {
			v.add("output %q of version %d is gone: that needs a new tool", was.ID, older.Version)
		} else {
			v.answers(&was, &published[at])
		}
	}
}

// accepts reports which values an input took in the version before and no longer takes.
func (v *verifier) accepts(was, is *Input) {
	if was.Name != is.Name || was.Type != is.Type {
		v.add("input %q was %s %q and is %s %q: that needs a new tool", is.ID, was.Type, was.Name, is.Type, is.Name)
		return
	}
	if !was.Required() && is.Required() {
		v.add("input %q was optional and is required: that needs a new tool", is.ID)
	}
	if !was.Required() && !is.Required() && !reflect.DeepEqual(was.Default, is.Default) {
		v.add("input %q has another default, so that a call without it would mean something else: that needs a new tool", is.ID)
	}
	v.fewer(is.ID, was, is)
	if is.Type == List {
		v.fewerLists(was, is)
	}
}

// fewer reports which values of its type the input of an ID, or its elements, took and no longer takes.
func (v *verifier) fewer(id string, was, is *Input) {
	if is.fewerNumbers(was) {
		v.add("input %q takes fewer numbers than before: that needs a new tool", id)
	}
	if is.fewerStrings(was) {
		v.add("input %q takes fewer strings than before: that needs a new tool", id)
	}
	for _, value := range was.AllowedValues {
		if !allows(is.AllowedValues, value.Name) {
			v.add("input %q no longer takes %s: that needs a new tool", id, value.Name)
		}
	}
}

// fewerLists reports which lists an input took and no longer takes.
func (v *verifier) fewerLists(was, is *Input) {
	if was.Items.Type != is.Items.Type {
		v.add("input %q took a list of %s and takes one of %s: that needs a new tool", is.ID, was.Items.Type, is.Items.Type)
		return
	}
	if is.MinItems > was.MinItems || is.MaximumItems() < was.MaximumItems() || is.Unique && !was.Unique {
		v.add("input %q takes fewer lists than before: that needs a new tool", is.ID)
	}
	v.fewer(is.ID, was.Items, is.Items)
}

// answers reports which values an output may have that it could not have in the version before.
func (v *verifier) answers(was, is *Output) {
	if was.Name != is.Name || was.Type != is.Type {
		v.add("output %q was %s %q and is %s %q: that needs a new tool", is.ID, was.Type, was.Name, is.Type, is.Name)
	}
	for _, value := range is.AllowedValues {
		if !allows(was.AllowedValues, value.Name) {
			v.add("output %q may newly be %s, which older clients do not know: that needs a new tool", is.ID, value.Name)
		}
	}
}

// fewerNumbers reports whether an input takes fewer numbers than it did.
func (in *Input) fewerNumbers(was *Input) bool {
	if in.Type == Int && (in.Maximum() < was.Maximum() || in.Min != nil && (was.Min == nil || *was.Min < *in.Min)) {
		return true
	}
	return in.Least != nil && (was.Least == nil || *was.Least < *in.Least) || in.Most != nil && (was.Most == nil || *was.Most > *in.Most) ||
		in.Decimals != 0 && (was.Decimals == 0 || in.Decimals < was.Decimals)
}

// fewerStrings reports whether an input takes fewer strings than it did. What another pattern or format permits is not compared.
func (in *Input) fewerStrings(was *Input) bool {
	return in.MinLength > was.MinLength || in.MaxLength != 0 && (was.MaxLength == 0 || in.MaxLength < was.MaxLength) ||
		in.Pattern != "" && in.Pattern != was.Pattern || in.Format != "" && in.Format != was.Format
}
