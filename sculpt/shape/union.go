package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// union is the type of a value that one of several schemas describes. Objects become one object type that has the fields
// of all of them; what differs in kind is dyn.
func (sh *Shapes) union(s *spec.Schema, at site) *ir.Type {
	branches := branchesOf(s)
	if len(branches) == 0 {
		return ir.DynType
	}
	if len(branches) == 1 {
		return sh.typeOf(branches[0], at)
	}
	switch kinds := kindsOf(branches); {
	case len(kinds) == 2 && kinds[spec.Integer] && kinds[spec.Number]:
		return ir.DoubleType
	case len(kinds) > 1:
		return ir.DynType
	case kinds[spec.Object]:
		return sh.unionOfObjects(s, branches, at)
	case kinds[spec.Array]:
		return sh.unionOfArrays(branches, at)
	}
	return sh.base(branches[0], at)
}

func (sh *Shapes) unionOfObjects(s *spec.Schema, branches []*spec.Schema, at site) *ir.Type {
	merged := sh.unions.Object(s)
	if merged == nil {
		return ir.DynType
	}
	if t, ok := sh.memo[merged]; ok {
		return t.Plain()
	}
	t := sh.declare(s, merged, at)
	t.Object.Union = variantsOf(s, branches)
	return t
}

// unionOfArrays is a list of what the elements of all of them are. A list that is its own element is dyn inside.
func (sh *Shapes) unionOfArrays(branches []*spec.Schema, at site) *ir.Type {
	key := unionKey(&spec.Schema{}, branches)
	if t := sh.arrays[key]; t != nil {
		return t
	}
	sh.arrays[key] = ir.ListOf(ir.DynType)
	items := &spec.Schema{OneOf: lists.Map(branches, func(b *spec.Schema) *spec.Schema { return b.Items })}
	sh.arrays[key] = ir.ListOf(sh.typeOf(items, at.element()))
	return sh.arrays[key]
}

// Unions makes one object of each union of objects.
type Unions struct {
	merged map[string]*spec.Schema // by what the union consists of
}

// NewUnions returns an empty Unions.
func NewUnions() *Unions { return &Unions{merged: map[string]*spec.Schema{}} }

// maxUnions is how many unions are merged: unions of what unions hold can be more than a document has schemas.
const maxUnions = 1000

// Object returns the schema of an object with the properties of all branches of s; nil if s is no union, or one with a branch
// that is no object with properties. Unions of the same branches get one schema.
func (u *Unions) Object(s *spec.Schema) *spec.Schema {
	branches := branchesOf(s)
	for _, b := range branches {
		if b.Kind != spec.Object || len(b.Properties) == 0 {
			return nil
		}
	}
	key := unionKey(s, branches)
	if merged, ok := u.merged[key]; ok || len(branches) < 2 || len(u.merged) >= maxUnions {
		return merged
	}
	merged := &spec.Schema{
		Kind: spec.Object, Ref: s.Ref, Description: s.Description, Properties: mergedProperties(s, branches), Additional: s.Additional, Pos: s.Pos,
		Nullable: s.Nullable || anyNullable(branches),
	}
	for _, b := range branches {
		merged.Additional = cmp.Or(merged.Additional, b.Additional)
	}
	u.merged[key] = merged
	return merged
}

// branchesOf returns the schemas of a union, those of unions inside it in their place, each once. It is empty for a union with a branch that
// can be anything.
func branchesOf(s *spec.Schema) []*spec.Schema {
	branches := s.Alternatives()
	if slices.ContainsFunc(branches, func(b *spec.Schema) bool { return b.Kind == spec.Any }) {
		return nil
	}
	return branches
}

// unionKey is the same for two unions that come to one type.
func unionKey(s *spec.Schema, branches []*spec.Schema) string {
	if s.Ref != "" || len(s.Properties) > 0 || s.Discriminator != nil {
		return fmt.Sprintf("%p", s)
	}
	var key strings.Builder
	for _, b := range branches {
		fmt.Fprintf(&key, "%p ", b)
	}
	return key.String()
}

func kindsOf(branches []*spec.Schema) map[spec.Kind]bool {
	kinds := map[spec.Kind]bool{}
	for _, b := range branches {
		kinds[b.Kind] = true
	}
	return kinds
}

// anyNullable reports whether one of the branches of a union may be null.
func anyNullable(branches []*spec.Schema) bool {
	return slices.ContainsFunc(branches, func(b *spec.Schema) bool { return b.Nullable })
}

// mergedProperties are the properties of a union: its own, and those of its branches. One is required if it is in
// all branches.
func mergedProperties(s *spec.Schema, branches []*spec.Schema) []*spec.Property {
	merged := slices.Clone(s.Properties)
	at := map[string]int{}
	for i, p := range merged {
		at[p.Name] = i
	}
	own := len(merged)
	for _, b := range branches {
		for _, p := range b.Properties {
			i, ok := at[p.Name]
			switch {
			case !ok:
				at[p.Name] = len(merged)
				merged = append(merged, mergedProperty(p, branches))
			case i >= own && merged[i].Schema != p.Schema:
				merged[i].Schema = eitherOf(merged[i].Schema, p.Schema)
			}
		}
	}
	return merged
}

// mergedProperty is a property of a union that no branch before the one of p has. Answers and requests have it unless all branches that know it say
// otherwise; answers need not have one that a branch calls write-only.
func mergedProperty(p *spec.Property, branches []*spec.Schema) *spec.Property {
	merged := &spec.Property{Name: p.Name, Schema: p.Schema, Required: true, ReadOnly: true, WriteOnly: true}
	writeOnly := false
	for _, b := range branches {
		q := b.Property(p.Name)
		merged.Required = merged.Required && q != nil && q.Required
		if q != nil {
			merged.ReadOnly, merged.WriteOnly = merged.ReadOnly && q.ReadOnly, merged.WriteOnly && q.WriteOnly
			writeOnly = writeOnly || q.WriteOnly
		}
	}
	merged.Required = merged.Required && (merged.WriteOnly || !writeOnly)
	return merged
}

// eitherOf is the schema of a property that two branches describe.
func eitherOf(a, b *spec.Schema) *spec.Schema {
	if a.Kind == b.Kind && a.Kind != spec.Any && a.Kind != spec.Object && a.Kind != spec.Array && a.Nullable == b.Nullable {
		return withEnum(a, b)
	}
	either := &spec.Schema{OneOf: []*spec.Schema{a, b}, Description: a.Description}
	if a.Kind == spec.Any && a.Ref == "" && a.Discriminator == nil && len(a.OneOf) > 0 {
		either.OneOf = append(slices.Clone(a.OneOf), b)
	}
	return either
}

// withEnum is a with the values of b too.
func withEnum(a, b *spec.Schema) *spec.Schema {
	either := *a
	either.Enum = nil
	if len(a.Enum) > 0 && len(b.Enum) > 0 {
		either.Enum = slices.Concat(a.Enum, b.Enum)
	}
	return &either
}

// variantsOf tells the branches of a union apart: by its discriminator, or by the first property that is in all of them
// and has other values in each.
func variantsOf(s *spec.Schema, branches []*spec.Schema) *ir.Union {
	if s.Discriminator != nil {
		return discriminated(s.Discriminator, branches)
	}
	for _, p := range branches[0].Properties {
		if u := taggedBy(p.Name, branches); u != nil {
			return u
		}
	}
	return &ir.Union{}
}

// discriminated is the union of a discriminator. A branch without an entry in the mapping goes by the name of its component.
func discriminated(d *spec.Discriminator, branches []*spec.Schema) *ir.Union {
	u := &ir.Union{Tag: d.Property}
	for _, b := range branches {
		v := variantOf(b)
		for _, m := range d.Mapping {
			if m.Schema == b {
				v.Values = append(v.Values, m.Value)
			}
		}
		if len(v.Values) == 0 && b.Ref != "" {
			v.Values = []any{b.Ref}
		}
		u.Variants = append(u.Variants, v)
	}
	return u
}

// taggedBy is the union of branches in which a property has a fixed value, or a few, that no other branch has.
func taggedBy(property string, branches []*spec.Schema) *ir.Union {
	u := &ir.Union{Tag: property}
	for _, b := range branches {
		p := b.Property(property)
		if p == nil || len(p.Schema.Enum) == 0 || p.Schema.Kind != spec.String && p.Schema.Kind != spec.Integer {
			return nil
		}
		v := variantOf(b)
		for _, value := range p.Schema.Enum {
			if u.Variant(value) != nil {
				return nil
			}
			v.Values = append(v.Values, value)
		}
		u.Variants = append(u.Variants, v)
	}
	return u
}

func variantOf(b *spec.Schema) *ir.Variant {
	fields := lists.Map(b.Properties, func(p *spec.Property) string { return p.Name })
	return &ir.Variant{Name: b.Ref, Open: b.Additional != nil, Fields: fields}
}
