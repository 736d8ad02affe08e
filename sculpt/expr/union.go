package expr

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// maxUnions is how many unions of one answer get types: unions of what unions hold can be more than a document has schemas.
const maxUnions = 1000

// union is the type of a value that one of several schemas describes. Objects become one object type that has the fields
// of all of them; what differs in kind is dyn.
func (sh *Shapes) union(s *spec.Schema, path string) *ir.Type {
	branches := branchesOf(s)
	if len(branches) < 2 || len(sh.unions) >= maxUnions {
		return ir.DynType
	}
	key := unionKey(s, branches)
	if t, ok := sh.unions[key]; ok {
		return t
	}
	sh.unions[key] = ir.DynType // of a union of lists of itself
	t := ir.DynType
	switch kinds := kindsOf(branches); {
	case len(kinds) == 2 && kinds[spec.Integer] && kinds[spec.Number]:
		t = ir.DoubleType
	case len(kinds) > 1:
	case kinds[spec.Object]:
		t = sh.unionOfObjects(s, branches, key, path)
	case kinds[spec.Array]:
		t = ir.ListOf(sh.at(&spec.Schema{OneOf: itemsOf(branches)}, path))
	default:
		t = sh.base(branches[0], path)
	}
	sh.unions[key] = t
	return t
}

// branchesOf returns the schemas of a union, those of unions inside it in their place, each once. It is empty for what is
// no union, and for a union with a branch that can be anything.
func branchesOf(s *spec.Schema) []*spec.Schema {
	var branches []*spec.Schema
	seen := map[*spec.Schema]bool{}
	open := false
	var visit func(s *spec.Schema)
	visit = func(s *spec.Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		switch {
		case s.Kind != spec.Any:
			branches = append(branches, s)
		case len(s.OneOf) == 0:
			open = true
		}
		for _, b := range s.OneOf {
			visit(b)
		}
	}
	visit(s)
	if open {
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

func itemsOf(arrays []*spec.Schema) []*spec.Schema {
	items := make([]*spec.Schema, len(arrays))
	for i, a := range arrays {
		items[i] = a.Items
	}
	return items
}

// anyNullable reports whether one of the branches of a union may be null.
func anyNullable(s *spec.Schema) bool {
	return slices.ContainsFunc(branchesOf(s), func(b *spec.Schema) bool { return b.Nullable })
}

// unionOfObjects is the type of a union whose branches are objects. It is dyn if one of them declares no members.
func (sh *Shapes) unionOfObjects(s *spec.Schema, branches []*spec.Schema, key, path string) *ir.Type {
	merged := &spec.Schema{Kind: spec.Object, Ref: s.Ref, Properties: mergedProperties(s, branches), Additional: s.Additional}
	for _, b := range branches {
		if len(b.Properties) == 0 {
			return ir.DynType
		}
		if merged.Additional == nil {
			merged.Additional = b.Additional
		}
	}
	object := &ir.ObjectType{Name: sh.objectName(merged, path), Union: variantsOf(s, branches)}
	t := ir.ObjectOf(object)
	sh.unions[key] = t // before the fields: one of them may lead back here
	sh.memo[s] = t
	if s.Nullable || anyNullable(s) {
		sh.memo[s] = t.OrNull()
	}
	sh.fields(object, merged, path)
	return t
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
				merged = append(merged, &spec.Property{Name: p.Name, Schema: p.Schema, Required: requiredInAll(branches, p.Name), WriteOnly: p.WriteOnly})
			case i >= own && merged[i].Schema != p.Schema:
				merged[i].Schema = eitherOf(merged[i].Schema, p.Schema)
			}
		}
	}
	return merged
}

func requiredInAll(branches []*spec.Schema, name string) bool {
	return !slices.ContainsFunc(branches, func(b *spec.Schema) bool {
		p := b.Property(name)
		return p == nil || !p.Required
	})
}

// eitherOf is the schema of a property that two branches describe.
func eitherOf(a, b *spec.Schema) *spec.Schema {
	if a.Kind == b.Kind && a.Kind != spec.Any && a.Kind != spec.Object && a.Kind != spec.Array && a.Nullable == b.Nullable {
		return a
	}
	either := &spec.Schema{OneOf: []*spec.Schema{a, b}, Description: a.Description}
	if a.Kind == spec.Any && a.Ref == "" && a.Discriminator == nil && len(a.OneOf) > 0 {
		either.OneOf = append(slices.Clone(a.OneOf), b)
	}
	return either
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
	v := &ir.Variant{Name: b.Ref, Open: b.Additional != nil}
	for _, p := range b.Properties {
		v.Fields = append(v.Fields, p.Name)
	}
	return v
}
