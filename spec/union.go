package spec

import "slices"

// outcome is a schema whose unions are decided.
type outcome struct {
	facts         *facts // with unions merged in that are no choice, such as one with null
	kind          Kind
	nullable      bool
	ref           string
	branches      []*site // of a union that remains
	discriminator *node
}

// outcomeOf decides the unions of a site. A union may contain itself, so that
// the outcome depends on a site that is still being decided, one of those above.
// Then clean is false, and the outcome must not be kept.
func (r *resolver) outcomeOf(s *site, above []*site) (o *outcome, clean bool) {
	if s.outcome != nil {
		return s.outcome, true
	}
	if slices.Contains(above, s) || len(above) > maxChain {
		return &outcome{facts: &facts{}}, false
	}
	d := &decision{resolver: r, site: s, above: append(slices.Clip(above), s), clean: true}
	o, err := d.decide(r.factsOf(s))
	if err != nil {
		o = &outcome{facts: brokenFacts(err)}
	}
	if d.clean || len(above) == 0 {
		s.outcome = o
	}
	return o, d.clean
}

// decision is the work of outcomeOf on one site.
type decision struct {
	*resolver
	site   *site
	above  []*site // the sites being decided, this one last
	merged []*site // branches that were merged in
	clean  bool
	null   bool // a union has a null branch
	out    *outcome
}

func (d *decision) decide(f *facts) (*outcome, *Error) {
	own := *f
	own.unions = nil
	d.out = &outcome{facts: &own, ref: or(d.site.ref, f.ref)}
	for pending := f.unions; len(pending) > 0; {
		u := pending[0]
		more, err := d.union(u)
		if err != nil {
			return nil, err
		}
		pending = append(slices.Clip(pending[1:]), more...)
	}
	d.out.facts = own.whole(len(d.out.branches) > 0)
	d.out.nullable = own.null == yes || own.null == unstated && d.null
	d.out.kind = d.kind()
	if d.out.kind == Null {
		d.out.nullable = true
	}
	return d.out, nil
}

// kind reads the kind off the keywords where type does not say it.
func (d *decision) kind() Kind {
	f := d.out.facts
	switch {
	case len(d.out.branches) > 0 || f.clash:
		return Any
	case f.kinds != 0:
		return f.kinds.kind()
	case len(f.members) > 0 || f.additional != nil || f.closed:
		return Object
	case f.items != nil:
		return Array
	}
	return kindOfEnum(f.enum)
}

// kindOfEnum returns the kind that all values but null share.
func kindOfEnum(enum []scalar) Kind {
	var kinds kindSet
	for _, v := range enum {
		switch v.kind {
		case boolNode:
			kinds |= setOf(Boolean)
		case intNode:
			kinds |= setOf(Integer)
		case floatNode:
			kinds |= numeric
		case textNode:
			kinds |= setOf(String)
		}
	}
	if kinds == 0 && len(enum) > 0 {
		return Null
	}
	return kinds.kind()
}

// union decides one union. It returns the unions of a branch that was merged
// in.
func (d *decision) union(u union) ([]union, *Error) {
	if err := d.spend(1+len(u.branches), d.site.pos()); err != nil {
		return nil, err
	}
	branches, speaks := d.sift(u.branches)
	switch {
	case len(branches) == 0:
		if d.null && d.out.facts.silent() {
			d.out.facts.kinds = setOf(Null)
		}
		return nil, nil
	case !speaks, d.isOneOf(branches):
		return nil, nil
	case len(branches) == 1:
		return d.take(branches[0])
	}
	return nil, d.collapse(branches, u.discriminator)
}

// sift removes the branches that are null, and reports whether any branch
// restricts the type of a value, and not only which members it must have.
func (d *decision) sift(all []*site) (branches []*site, speaks bool) {
	for _, b := range all {
		f := d.factsOf(b)
		d.null = d.null || f.null == yes
		if f.onlyNull() {
			d.null = true
			continue
		}
		speaks = speaks || f.broken != nil || !f.silent()
		branches = append(branches, b)
	}
	return branches, speaks
}

// isOneOf reports whether the site, or a branch merged into it, is itself a
// branch of the union: schemas often inherit from the union that lists them.
func (d *decision) isOneOf(branches []*site) bool {
	return slices.Contains(branches, d.site) ||
		slices.ContainsFunc(d.merged, func(t *site) bool { return slices.Contains(branches, t) })
}

// take merges in the only branch of a union.
func (d *decision) take(branch *site) ([]union, *Error) {
	d.merged = append(d.merged, branch)
	f := d.factsOf(branch)
	own := d.out.facts
	if own.onlyRemarks() && d.out.ref == "" {
		d.out.ref = or(branch.ref, f.ref)
	}
	null := own.null
	if err := d.and(own, f, d.site.pos()); err != nil {
		return nil, err
	}
	own.unions = nil
	own.null = null
	if null == unstated && f.null == no && !d.null {
		own.null = no
	}
	return f.unions, nil
}

// collapse makes one scalar of branches that are all of one scalar kind, and
// leaves the union open otherwise.
func (d *decision) collapse(branches []*site, discriminator *node) *Error {
	merged, err := d.sameScalar(branches)
	if err != nil {
		return err
	}
	own := d.out.facts
	switch {
	case merged != nil:
		null := own.null
		err = d.and(own, merged, d.site.pos())
		own.null = null
		return err
	case own.kinds.scalar() && !own.clash:
		return nil
	}
	d.out.branches = append(d.out.branches, branches...)
	if d.out.discriminator == nil {
		d.out.discriminator = discriminator
	}
	return nil
}

// sameScalar returns what branches of one scalar kind allow together, or nil.
func (d *decision) sameScalar(branches []*site) (*facts, *Error) {
	var kinds kindSet
	merged := &facts{limited: true}
	for i, b := range branches {
		o, clean := d.outcomeOf(b, d.above)
		d.clean = d.clean && clean
		d.null = d.null || clean && o.nullable
		kinds |= setOf(o.kind)
		if o.kind == Any || !clean {
			kinds |= setOf(Object)
		}
		if err := d.spend(len(o.facts.enum), d.site.pos()); err != nil {
			return nil, err
		}
		if i == 0 {
			merged.format = o.facts.format
		} else if merged.format != o.facts.format {
			merged.format = ""
		}
		merged.limited = merged.limited && o.facts.limited
		merged.enum = append(merged.enum, o.facts.enum...)
		merged.texts = append(merged.texts, branchText(o.facts)...)
	}
	if !kinds.scalar() {
		return nil, nil
	}
	merged.kinds = kinds
	if kinds == setOf(Number) {
		merged.kinds = numeric
	}
	merged.enum = distinct(merged.enum)
	if !merged.limited {
		merged.enum = nil
	}
	return merged, nil
}

func distinct(enum []scalar) []scalar {
	seen := make(map[scalar]bool, len(enum))
	return slices.DeleteFunc(enum, func(s scalar) bool {
		twice := seen[s]
		seen[s] = true
		return twice
	})
}
