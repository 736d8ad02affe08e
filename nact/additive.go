package nact

// additive reports where a signature is no mere addition to the version before
// it. What it lets through keeps every older version invocable on the current
// steps: that is why Contracts insists on it.
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

// accepts reports what an input took and no longer takes.
func (v *verifier) accepts(was, is *Input) {
	if was.Name != is.Name || was.Type != is.Type {
		v.add("input %q was %s %q and is %s %q: that needs a new tool", is.ID, was.Type, was.Name, is.Type, is.Name)
		return
	}
	if !was.Required() && is.Required() {
		v.add("input %q was optional and is required: that needs a new tool", is.ID)
	}
	if !was.Required() && !is.Required() && was.Default != is.Default {
		v.add("input %q has another default, so that a call without it would mean something else: that needs a new tool", is.ID)
	}
	if is.Type == Int && (is.Maximum() < was.Maximum() || is.Min != nil && (was.Min == nil || *was.Min < *is.Min)) {
		v.add("input %q takes fewer numbers than before: that needs a new tool", is.ID)
	}
	if is.MaxLength != 0 && (was.MaxLength == 0 || is.MaxLength < was.MaxLength) || is.Format != "" && is.Format != was.Format {
		v.add("input %q takes fewer strings than before: that needs a new tool", is.ID)
	}
	for _, value := range was.AllowedValues {
		if !allows(is.AllowedValues, value.Name) {
			v.add("input %q no longer takes %s: that needs a new tool", is.ID, value.Name)
		}
	}
}

// answers reports what an output never was and may be now.
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
