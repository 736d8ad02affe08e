package spec

// factsOf returns the facts of a site, collected once.
func (r *resolver) factsOf(s *site) *facts {
	return r.factsVia(s, 0)
}

func (r *resolver) factsVia(s *site, depth int) *facts {
	switch {
	case s.facts != nil:
		return s.facts
	case s.busy:
		return brokenFacts(errorAt(s.pos(), "the schema is in its own allOf"))
	case depth > maxChain:
		return brokenFacts(errorAt(s.pos(), "allOf is nested more than %d levels deep", maxChain))
	}
	s.busy = true
	facts, err := r.collect(s, depth)
	if err != nil {
		facts = brokenFacts(err)
	}
	s.facts, s.busy = facts.whole(false), false
	return s.facts
}

// collect merges the schemas that a site inherits from, in their order, and
// then its own keywords.
func (r *resolver) collect(s *site, depth int) (*facts, *Error) {
	if s.fault != nil {
		return nil, s.fault
	}
	own, parents := &facts{}, s.parts
	if s.node != nil {
		var err *Error
		if own, parents, err = r.keywords(s); err != nil {
			return nil, err
		}
	}
	if len(parents) == 0 {
		return own, nil
	}
	merged := &facts{}
	for _, parent := range parents {
		if err := r.and(merged, r.factsVia(parent, depth+1), s.pos()); err != nil {
			return nil, err
		}
	}
	return r.inherit(own, merged, parents, s)
}

// inherit adds the own keywords of a schema to the inherited ones. Its own
// remarks replace inherited ones, and so does whether it allows null.
func (r *resolver) inherit(own, merged *facts, parents []*site, s *site) (*facts, *Error) {
	result := &facts{
		format: own.format, title: own.title, description: own.description, example: own.example,
		contentType: own.contentType, contentEncoding: own.contentEncoding,
		pattern: own.pattern, fallback: own.fallback,
	}
	for _, part := range []*facts{merged, own} {
		if err := r.and(result, part, s.pos()); err != nil {
			return nil, err
		}
	}
	if own.null != unstated {
		result.null = own.null
	}
	if s.node != nil && len(parents) == 1 && own.onlyRemarks() {
		result.ref = or(parents[0].ref, merged.ref)
	}
	return result, nil
}

// keywords returns what a schema says itself, and the schemas of its allOf.
func (r *resolver) keywords(s *site) (*facts, []*site, *Error) {
	n := s.node
	if n.kind == boolNode || n.kind == nullNode {
		return &facts{}, nil, nil
	}
	if err := n.must(mapNode, "a schema"); err != nil {
		return nil, nil, err
	}
	k := &keywords{resolver: r, node: n}
	own, err := k.facts()
	if err != nil {
		return nil, nil, err
	}
	parents := k.sites(k.allOf)
	if s.base != nil {
		parents = append([]*site{s.base}, parents...)
	}
	return own, parents, nil
}

// keywords reads one schema.
type keywords struct {
	*resolver
	node *node

	// Keywords that contain schemas, which are not resolved to sites yet.
	properties, patternProperties []field
	additionalProperties          *node
	element, contentSchema        *node
	allOf, oneOf, anyOf           []*node

	nullable bool
}

func (k *keywords) facts() (*facts, *Error) {
	f := &facts{example: exampleIn(k.node), texts: valueTexts(k.node)}
	for _, field := range k.node.fields {
		if read := schemaKeywords[field.name]; read != nil {
			if err := read(k, f, field); err != nil {
				f.slips = append(f.slips, err)
			}
		}
	}
	k.required(f)
	f.above = k.exclusive("exclusiveMinimum", f.minimum, f)
	f.below = k.exclusive("exclusiveMaximum", f.maximum, f)
	k.values(f)
	k.members(f)
	k.additional(f)
	k.items(f)
	k.unions(f)
	return f, k.types(f)
}

// exclusive reads an exclusive bound in both forms: a flag beside the inclusive
// bound, or a bound of its own.
func (k *keywords) exclusive(name string, beside *float64, f *facts) *float64 {
	n := k.node.field(name)
	if n == nil || n.kind == nullNode {
		return nil
	}
	switch n.text {
	case "true":
		return beside
	case "false":
		return nil
	}
	if x, ok := parseNumber(n.text); ok {
		return &x.float
	}
	f.slip(n, "%s must be a number, true or false", name)
	return nil
}

// slip adds the mistake due to which a value is left out. If the value cannot be
// read, that is the mistake.
func (f *facts) slip(n *node, format string, args ...any) {
	err := n.fault
	if err == nil {
		err = errorAt(n.pos(), format, args...)
	}
	f.slips = append(f.slips, err)
}

// values reads enum, const and default. An enum of anything but scalars is no
// limit that could be checked.
func (k *keywords) values(f *facts) {
	if n := k.node.field("default"); n != nil {
		f.fallback = f.scalarOf(n)
	}
	var allowed []*node
	if n := k.node.field("enum"); n != nil && n.kind != nullNode {
		if err := n.must(listNode, "enum"); err != nil {
			f.slips = append(f.slips, err)
		}
		allowed = n.items
	}
	if n := k.node.field("const"); n != nil {
		allowed = []*node{n}
	}
	for _, n := range allowed {
		v := f.scalarOf(n)
		if v == nil {
			f.enum, f.limited = nil, false
			return
		}
		f.enum, f.limited = append(f.enum, *v), true
	}
}

// scalarOf is a single value, or nil if n is none.
func (f *facts) scalarOf(n *node) *scalar {
	switch n.kind {
	case mapNode, listNode:
		return nil
	case faultNode:
		f.slips = append(f.slips, n.fault)
		return nil
	case nullNode:
		return &scalar{}
	}
	return &scalar{kind: n.kind, text: n.text}
}

// required reads the names of the members that an object must have.
func (k *keywords) required(f *facts) {
	n := k.node.field("required")
	switch {
	case n == nil || n.kind == nullNode:
	case n.kind == boolNode:
		f.slip(n, "required is a list of names on the object, not %s on its member; it is ignored", n.text)
	case n.kind != listNode:
		f.slip(n, "required must be an array, not %s", n.kind)
	default:
		f.required = texts(n)
	}
}

func (k *keywords) members(f *facts) {
	for _, p := range k.properties {
		f.members = append(f.members, property{name: p.name, site: k.site(p.value)})
	}
}

// additional reads the schema of undeclared members. That of a pattern of names
// is taken for all of them.
func (k *keywords) additional(f *facts) {
	if n := k.additionalProperties; n != nil {
		f.closed = n.kind == boolNode && n.text == "false"
		if !f.closed {
			f.additional = k.site(n)
			return
		}
	}
	switch len(k.patternProperties) {
	case 0:
		return
	case 1:
		f.additional = k.site(k.patternProperties[0].value)
	default:
		f.additional = k.newSite(site{node: &node{kind: nullNode, file: k.node.file, at: k.node.at}})
	}
	f.closed = false
}

func (k *keywords) items(f *facts) {
	if k.element != nil {
		f.items = k.site(k.element)
	}
	if k.contentSchema != nil {
		f.content = k.site(k.contentSchema)
	}
}

func (k *keywords) unions(f *facts) {
	for _, branches := range [][]*node{k.oneOf, k.anyOf} {
		if len(branches) > 0 {
			f.unions = append(f.unions, union{branches: k.sites(branches), discriminator: k.discriminator(f)})
		}
	}
}

// discriminator returns the discriminator, or nil if there is none that can be
// read.
func (k *keywords) discriminator(f *facts) *node {
	n := k.node.field("discriminator")
	if n == nil || n.kind == nullNode {
		return nil
	}
	if err := n.must(mapNode, "discriminator"); err != nil {
		f.slips = append(f.slips, err)
		return nil
	}
	return n
}

func (k *keywords) sites(schemas []*node) []*site {
	sites := make([]*site, 0, len(schemas))
	for _, n := range schemas {
		sites = append(sites, k.site(n))
	}
	return sites
}
