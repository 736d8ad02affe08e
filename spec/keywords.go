package spec

import (
	"slices"
	"strconv"

	high "github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/pb33f/libopenapi/orderedmap"
	"go.yaml.in/yaml/v4"
)

// factsOf returns the facts of a site, collected once.
func (r *resolver) factsOf(s *site) (*facts, error) {
	return r.factsVia(s, 0)
}

func (r *resolver) factsVia(s *site, depth int) (*facts, error) {
	switch {
	case s.facts != nil || s.factsErr != nil:
		return s.facts, s.factsErr
	case s.busy:
		return nil, errorAt(s.pos(), "the schema is in its own allOf")
	case depth > maxChain:
		return nil, errorAt(s.pos(), "allOf is nested more than %d levels deep", maxChain)
	}
	s.busy = true
	s.facts, s.factsErr = r.collect(s, depth)
	s.busy = false
	return s.facts, s.factsErr
}

// collect merges the schemas that a site inherits from, in their order, and
// then its own keywords.
func (r *resolver) collect(s *site, depth int) (*facts, error) {
	own, parents := &facts{}, s.parts
	if s.node != nil {
		var err error
		if own, parents, err = r.keywords(s); err != nil {
			return nil, err
		}
	}
	if len(parents) == 0 {
		return own, nil
	}
	merged := &facts{}
	for _, parent := range parents {
		f, err := r.factsVia(parent, depth+1)
		if err != nil {
			return nil, err
		}
		if err := r.and(merged, f, s.pos()); err != nil {
			return nil, err
		}
	}
	return r.inherit(own, merged, parents, s)
}

// inherit adds own keywords to what was inherited. Own remarks win, and so
// does what they say of null.
func (r *resolver) inherit(own, merged *facts, parents []*site, s *site) (*facts, error) {
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
	if own.null != unsaid {
		result.null = own.null
	}
	if s.node != nil && len(parents) == 1 && own.onlyRemarks() {
		result.ref = or(parents[0].ref, merged.ref)
	}
	return result, nil
}

// keywords returns what a schema says itself, and the schemas of its allOf.
func (r *resolver) keywords(s *site) (*facts, []*site, error) {
	n := s.node
	if n.kind == boolNode || n.kind == nullNode {
		return &facts{}, nil, nil
	}
	modelled, f, err := copied(r, n, schemaShape, "a schema", r.model.schema)
	if err != nil {
		return nil, nil, err
	}
	k := &keywords{resolver: r, fragment: f, node: n, schema: modelled}
	own, err := k.facts()
	if err != nil {
		return nil, nil, err
	}
	parents, err := k.sites(modelled.AllOf)
	if s.base != nil {
		parents = append([]*site{s.base}, parents...)
	}
	return own, parents, err
}

// keywords reads one modelled schema.
type keywords struct {
	*resolver
	*fragment
	node   *node
	schema *high.Schema
}

func (k *keywords) facts() (*facts, error) {
	m := k.schema
	f := &facts{
		format: m.Format, title: m.Title, description: m.Description, example: exampleIn(k.node), pattern: m.Pattern,
		contentType: m.ContentMediaType, contentEncoding: m.ContentEncoding,
		deprecated: isTrue(m.Deprecated), readOnly: isTrue(m.ReadOnly), writeOnly: isTrue(m.WriteOnly),
		required:  m.Required,
		minLength: m.MinLength, maxLength: m.MaxLength, minimum: m.Minimum, maximum: m.Maximum,
		minItems: m.MinItems, maxItems: m.MaxItems, uniqueItems: isTrue(m.UniqueItems),
	}
	if n := m.MultipleOf; n != nil && *n > 0 {
		f.multipleOf = []float64{*n}
	}
	k.bounds(f)
	k.values(f)
	for _, read := range []func(*facts) error{k.types, k.members, k.additional, k.items, k.unions} {
		if err := read(f); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func isTrue(b *bool) bool { return b != nil && *b }

// types reads type and nullable. An enum that lists null means to allow it,
// whatever the type says.
func (k *keywords) types(f *facts) error {
	null := isTrue(k.schema.Nullable) ||
		slices.ContainsFunc(f.enum, func(v scalar) bool { return v.kind == nullNode })
	for _, name := range k.schema.Type {
		kinds, ok := kindNames(name)
		if !ok {
			return errorAt(k.node.field("type").pos(), "unknown type %q", name)
		}
		f.kinds |= kinds
	}
	if f.kinds&setOf(Null) != 0 {
		null = true
		if f.kinds != setOf(Null) {
			f.kinds &^= setOf(Null)
		}
	}
	switch {
	case null:
		f.null = yes
	case f.kinds != 0:
		f.null = no
	}
	return nil
}

func kindNames(name string) (kindSet, bool) {
	switch name {
	case "string":
		return setOf(String), true
	case "integer":
		return setOf(Integer), true
	case "number":
		return numeric, true
	case "boolean":
		return setOf(Boolean), true
	case "object":
		return setOf(Object), true
	case "array":
		return setOf(Array), true
	case "null":
		return setOf(Null), true
	}
	return 0, false
}

// bounds reads exclusive bounds in both forms: a flag beside the bound, or a
// bound of its own.
func (k *keywords) bounds(f *facts) {
	if x := k.schema.ExclusiveMinimum; x != nil {
		if x.IsB() {
			f.above = &x.B
		} else if x.A {
			f.above = f.minimum
		}
	}
	if x := k.schema.ExclusiveMaximum; x != nil {
		if x.IsB() {
			f.below = &x.B
		} else if x.A {
			f.below = f.maximum
		}
	}
}

// values reads enum, const and default. An enum of anything but scalars is no
// limit that could be checked.
func (k *keywords) values(f *facts) {
	if v, ok := scalarOf(k.schema.Default); ok {
		f.fallback = &v
	}
	allowed := k.schema.Enum
	if k.schema.Const != nil {
		allowed = []*yaml.Node{k.schema.Const}
	}
	for _, n := range allowed {
		v, ok := scalarOf(n)
		if !ok {
			f.enum, f.limited = nil, false
			return
		}
		f.enum, f.limited = append(f.enum, v), true
	}
}

func scalarOf(n *yaml.Node) (scalar, bool) {
	if n == nil || n.Kind != yaml.ScalarNode {
		return scalar{}, false
	}
	return scalar{kind: nodeKind(slices.Index(tags[:], n.Tag)), text: n.Value}, true
}

func (k *keywords) members(f *facts) error {
	var found faults
	for key, proxy := range k.schema.Properties.FromOldest() {
		s, err := k.at(proxy)
		found.add(err)
		f.members = append(f.members, member{name: k.name(key), site: s})
	}
	return found.err()
}

// additional reads what is said of undeclared members. Patterns of names are
// not told apart: what one pattern says goes for all members.
func (k *keywords) additional(f *facts) error {
	if a := k.schema.AdditionalProperties; a != nil && a.IsA() {
		n := k.fragment.schema(a.A.GetReference())
		f.closed = n.kind == boolNode && n.text == "false"
		if !f.closed {
			var err error
			f.additional, err = k.site(n)
			return err
		}
	}
	switch orderedmap.Len(k.schema.PatternProperties) {
	case 0:
		return nil
	case 1:
		var err error
		f.closed = false
		f.additional, err = k.at(k.schema.PatternProperties.First().Value())
		return err
	}
	f.closed = false
	f.additional = k.newSite(site{node: &node{kind: nullNode, file: k.node.file, at: k.node.at}})
	return nil
}

func (k *keywords) items(f *facts) error {
	if k.schema.Items == nil || !k.schema.Items.IsA() {
		return nil
	}
	var err error
	f.items, err = k.at(k.schema.Items.A)
	return err
}

func (k *keywords) unions(f *facts) error {
	for _, branches := range [][]*high.SchemaProxy{k.schema.OneOf, k.schema.AnyOf} {
		if len(branches) == 0 {
			continue
		}
		sites, err := k.sites(branches)
		if err != nil {
			return err
		}
		f.unions = append(f.unions, union{branches: sites, discriminator: k.node.field("discriminator")})
	}
	return nil
}

func (k *keywords) sites(proxies []*high.SchemaProxy) ([]*site, error) {
	sites := make([]*site, 0, len(proxies))
	for _, p := range proxies {
		s, err := k.at(p)
		if err != nil {
			return nil, err
		}
		sites = append(sites, s)
	}
	return sites, nil
}

// at returns the site of a schema within this one.
func (k *keywords) at(proxy *high.SchemaProxy) (*site, error) {
	n := k.fragment.schema(proxy.GetReference())
	if n == nil {
		return nil, errorAt(k.node.pos(), "the schema has a part that cannot be modelled: reference %s", strconv.Quote(proxy.GetReference()))
	}
	return k.site(n)
}
