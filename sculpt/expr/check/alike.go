package check

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// alike finds object types that are the same by structure, which are one type to CEL: two operations that answer with
// one component, or with objects that happen to have the same fields.
type alike struct {
	byFields map[string][]*ir.ObjectType // the first of each kind, by the names of their fields
	first    map[*ir.ObjectType]*ir.ObjectType
}

func newAlike() *alike {
	return &alike{byFields: map[string][]*ir.ObjectType{}, first: map[*ir.ObjectType]*ir.ObjectType{}}
}

// of returns the first object type that has the structure of o. An object that has members which nothing declares, or no
// fields, is like no other.
func (a *alike) of(o *ir.ObjectType) *ir.ObjectType {
	if first, ok := a.first[o]; ok {
		return first
	}
	a.first[o] = o
	if o.Open != nil || len(o.Fields) == 0 {
		return o
	}
	key := strings.Join(slices.Sorted(slices.Values(o.Names())), "\x00")
	for _, other := range a.byFields[key] {
		if sameFields(o, other, map[[2]*ir.ObjectType]bool{}) {
			a.first[o] = other
			return other
		}
	}
	a.byFields[key] = append(a.byFields[key], o)
	return o
}

// sameFields reports whether two objects have the same fields of the same types. seen are the pairs that are being compared: objects may
// contain themselves.
func sameFields(a, b *ir.ObjectType, seen map[[2]*ir.ObjectType]bool) bool {
	pair := [2]*ir.ObjectType{a, b}
	if a == b || seen[pair] {
		return true
	}
	seen[pair] = true
	if len(a.Fields) != len(b.Fields) || a.Open != nil || b.Open != nil {
		return false
	}
	for _, f := range a.Fields {
		other := b.Field(f.Name)
		if other == nil || !sameStructure(f.Type, other.Type, seen) {
			return false
		}
	}
	return true
}

// sameStructure is ir.Same for types in which objects count by their fields.
func sameStructure(a, b *ir.Type, seen map[[2]*ir.ObjectType]bool) bool {
	switch {
	case a == nil || b == nil:
		return a == b
	case a.Kind != b.Kind || a.Nullable != b.Nullable || a.Enum != b.Enum:
		return false
	case a.Kind == ir.Object && !sameFields(a.Object, b.Object, seen):
		return false
	}
	return sameStructure(a.Key, b.Key, seen) && sameStructure(a.Elem, b.Elem, seen)
}
