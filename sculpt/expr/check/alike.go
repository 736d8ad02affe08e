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
	if o.Open() != nil || len(o.Fields()) == 0 {
		return o
	}
	key := strings.Join(slices.Sorted(slices.Values(o.Names())), "\x00")
	for _, other := range a.byFields[key] {
		if ir.Alike(ir.ObjectOf(o), ir.ObjectOf(other)) {
			a.first[o] = other
			return other
		}
	}
	a.byFields[key] = append(a.byFields[key], o)
	return o
}
