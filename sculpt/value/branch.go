package value

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// union is a schema whose values are of one of several branches.
type union struct {
	branches []*branch // none is a union
	tag      string    // the member that tells them apart, or ""
}

// branch is a branch of a union, or of a union that is one.
type branch struct {
	schema *spec.Schema // with the properties of the union, and a tag that has the values of tags alone
	tags   []any        // the values of the tag that mean this branch; none: the tag does not tell it
}

// unions are the unions that were looked at. A union is looked at once, so that its branches are the same wherever a schema leads back to it.
type unions map[*spec.Schema]*union

// of returns the union that s is.
func (all unions) of(s *spec.Schema) *union {
	u, ok := all[s]
	if !ok {
		u = newUnion(s)
		all[s] = u
	}
	return u
}

func newUnion(s *spec.Schema) *union {
	u := &union{tag: tagOf(s)}
	u.add(s, s, nil, map[*spec.Schema]bool{s: true})
	if len(u.branches) == 0 { // nothing but unions that lead back to each other, which says nothing of a value
		u.branches = []*branch{{schema: Anything}}
	}
	return u
}

// add adds the branches of a union: of the whole one, or of one that is among its branches, which tags mean. Each schema is a branch once, so
// that a union that leads back to itself ends, and one that holds the same schemas over and over is no larger than they are.
func (u *union) add(whole, s *spec.Schema, tags []any, seen map[*spec.Schema]bool) {
	tag, widened := tagOf(s), widening(s)
	for _, b := range s.OneOf {
		if seen[b] {
			continue
		}
		seen[b] = true
		of := &branch{schema: widened(b), tags: tags}
		if own := tagsOf(whole, b, u.tag); len(own) > 0 {
			of.tags = own
		}
		of.schema.Nullable = of.schema.Nullable || s != whole && s.Nullable
		if len(b.OneOf) > 0 {
			u.add(whole, of.schema, of.tags, seen)
			continue
		}
		if own := tagsOf(s, b, tag); s != whole && tag != "" && len(own) > 0 {
			of.schema = of.taggedBy(tag, own)
		}
		if u.tag != "" && len(of.tags) > 0 {
			of.schema = of.taggedBy(u.tag, of.tags)
		}
		u.branches = append(u.branches, of)
	}
}

// taggedBy returns the schema of an object whose tag is one of these values. A branch that is no object, or has no such member and takes no
// other, stays as it is.
func (b *branch) taggedBy(tag string, values []any) *spec.Schema {
	i := slices.IndexFunc(b.schema.Properties, func(p *spec.Property) bool { return p.Name == tag })
	if b.schema.Kind != spec.Object || i < 0 && b.schema.Closed {
		return b.schema
	}
	property := spec.Property{Name: tag, Schema: &spec.Schema{Kind: spec.String, Pos: b.schema.Pos}}
	limited := *b.schema
	limited.Properties = slices.Clone(limited.Properties)
	if i < 0 {
		i = len(limited.Properties)
		limited.Properties = append(limited.Properties, nil)
	} else {
		property = *limited.Properties[i]
	}
	if k := property.Schema.Kind; k != spec.String && k != spec.Integer {
		return b.schema
	}
	schema := *property.Schema
	schema.Enum = values
	property.Schema = &schema
	limited.Properties[i] = &property
	return &limited
}

// tagOf returns the member that tells the branches of a union apart: the one that its discriminator names, or the first whose values differ
// in all branches; "" if there is none.
func tagOf(s *spec.Schema) string {
	if s.Discriminator != nil {
		return s.Discriminator.Property
	}
	for _, p := range s.OneOf[0].Properties {
		if len(s.OneOf) > 1 && tellsApart(p.Name, s.OneOf) {
			return p.Name
		}
	}
	return ""
}

func tellsApart(name string, branches []*spec.Schema) bool {
	seen := map[any]bool{}
	for _, b := range branches {
		p := b.Property(name)
		if p == nil || len(p.Schema.Enum) == 0 || p.Schema.Kind != spec.String && p.Schema.Kind != spec.Integer {
			return false
		}
		for _, v := range p.Schema.Enum {
			if seen[v] {
				return false
			}
			seen[v] = true
		}
	}
	return true
}

// tagsOf returns the values of the tag that mean a branch: the values that the branch allows for it, else those that the discriminator maps
// to the branch, else the name of the branch's component.
func tagsOf(s, b *spec.Schema, tag string) []any {
	if p := b.Property(tag); p != nil && len(p.Schema.Enum) > 0 {
		return p.Schema.Enum
	}
	if s.Discriminator == nil {
		return nil
	}
	var tags []any
	within := alternatives{}.with(b)
	for _, m := range s.Discriminator.Mapping {
		is := func(of *spec.Schema) bool { return of == m.Schema || of.Ref != "" && of.Ref == m.Schema.Ref }
		if slices.ContainsFunc(within, is) {
			tags = append(tags, m.Value)
		}
	}
	if len(tags) == 0 && b.Ref != "" && len(b.OneOf) == 0 {
		tags = []any{b.Ref}
	}
	return tags
}

// tagIn returns what an object that is written out has for the tag; nil if it has nothing, or there is no tag.
func (u *union) tagIn(n *manifest.Node) *manifest.Node {
	for _, e := range n.Entries {
		if u.tag != "" && e.Key.V == u.tag {
			return e.Value
		}
	}
	return nil
}

// tagged says whether a tree means a branch.
func (u *union) tagged(n *manifest.Node, b *branch) likeness {
	tag := u.tagIn(n)
	switch {
	case tag == nil, !tag.IsLiteral(), len(b.tags) == 0:
		return unclear
	case slices.ContainsFunc(b.tags, func(v any) bool { return spec.SameValue(v, tag.Literal) }):
		return meant
	}
	return unlike
}

// unknownTag reports a tag that means none of the branches, which all have one; nil if there is none.
func (u *union) unknownTag(n *manifest.Node) diag.List {
	var names []string
	for _, b := range u.branches {
		if u.tagged(n, b) != unlike {
			return nil
		}
		names = append(names, lists.Map(b.tags, show)...)
	}
	tag := u.tagIn(n)
	var found diag.List
	found.ErrorAt(tag, "constraint", "%s is none of the values by which the document tells what this is%s", show(tag.Literal), diag.Known(show(tag.Literal), names))
	return found
}

// widening returns a function that returns a branch of a union with the properties that the union and its other branches have: where a branch
// is open, the standard lets a value have those as well. What the union says of single values holds for those of the branch.
func widening(union *spec.Schema) func(b *spec.Schema) *spec.Schema {
	var others []*spec.Property // of the union and of its branches, each name once
	known := map[string]bool{}
	add := func(p *spec.Property) {
		if !known[p.Name] {
			known[p.Name] = true
			others = append(others, p)
		}
	}
	for _, p := range union.Properties {
		add(p)
	}
	for _, b := range union.OneOf {
		for _, p := range b.Properties {
			optional := *p
			optional.Required = false
			add(&optional)
		}
	}
	return func(b *spec.Schema) *spec.Schema {
		widened := *b
		if len(b.Enum) == 0 && b.Kind != spec.Object && b.Kind != spec.Array {
			widened.Enum = union.Enum
		}
		if b.Closed || b.Kind != spec.Object && b.Kind != spec.Any {
			return &widened
		}
		own := map[string]bool{}
		for _, p := range b.Properties {
			own[p.Name] = true
		}
		widened.Properties = slices.Clone(b.Properties)
		for _, p := range others {
			if !own[p.Name] {
				widened.Properties = append(widened.Properties, p)
			}
		}
		return &widened
	}
}

// shared returns the schema of a tree that fits some branches: that of the branch if there is one, else an object whose members are as any
// of the branches describes them. Where the tree or one of the branches is no object, it is the union itself.
func shared(n *manifest.Node, s *spec.Schema, fitting []*branch) *spec.Schema {
	if len(fitting) == 1 {
		return fitting[0].schema
	}
	common := &spec.Schema{Kind: spec.Object, Additional: Anything, Pos: s.Pos}
	for _, e := range n.Entries {
		p := &spec.Property{Name: e.Key.V, Required: true, ReadOnly: true}
		for _, b := range fitting {
			if b.schema.Kind != spec.Object {
				return s
			}
			if q := b.schema.Property(p.Name); q != nil {
				p.Required, p.ReadOnly = p.Required && q.Required, p.ReadOnly && q.ReadOnly
				p.Schema = either(p.Schema, q.Schema)
			} else {
				p.Required, p.ReadOnly = false, false
				p.Schema = either(p.Schema, Anything)
			}
		}
		common.Properties = append(common.Properties, p)
	}
	if n.Kind != manifest.Map {
		return s
	}
	return common
}

// either is the schema of a value that one of two schemas describes. a may be nil.
func either(a, b *spec.Schema) *spec.Schema {
	switch {
	case a == nil || a == b:
		return b
	case a.Kind == b.Kind && len(a.Enum) > 0 && len(b.Enum) > 0 && (a.Kind == spec.String || a.Kind == spec.Integer):
		both := *a
		both.Enum = slices.Concat(a.Enum, b.Enum)
		return &both
	case a == Anything || b == Anything:
		return Anything
	}
	return &spec.Schema{OneOf: []*spec.Schema{a, b}, Nullable: a.Nullable || b.Nullable, Pos: a.Pos}
}
