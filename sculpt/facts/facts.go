// Package facts says what conditions show of the values that they read.
//
// Where has(x.city) && size(x.stops) > 1 holds, x.city is there and x.stops has two elements: reading them cannot fail.
// [Of] returns the facts that follow from a condition, [OfElement] those that hold for what a filter has kept, and a [Set]
// holds what is known at one place of an expression. Values are told apart by their paths, see [ir.Path]. They never
// change, so a fact that is known holds wherever the condition has been evaluated before.
package facts

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Kind says what a fact says.
type Kind int

// The kinds of facts.
const (
	Present   Kind = iota // a field or a key is there
	NotNull               // a null-able value is not null
	HasType               // a dyn has the type Type
	IsVariant             // an object of a union is Variant
	AtLeast               // a list is there and has at least Size elements
)

// Fact is what is known of one value.
type Fact struct {
	Path    string // of the value, see [ir.Path]; a field that may be absent has one, too
	Kind    Kind
	Type    *ir.Type
	Variant *ir.Variant
	Size    int64
}

// Set is what is known at one place. The nil Set knows nothing. A Set does not change.
type Set struct {
	outer *Set
	known map[key]Fact
}

type key struct {
	path string
	kind Kind
}

// With returns s with more facts. Of two about the same value the later one counts.
func (s *Set) With(facts ...Fact) *Set {
	if len(facts) == 0 {
		return s
	}
	more := &Set{outer: s, known: make(map[key]Fact, len(facts))}
	for _, f := range facts {
		if f.Kind == AtLeast {
			f.Size = max(f.Size, more.Size(f.Path))
		}
		more.known[key{f.Path, f.Kind}] = f
	}
	return more
}

// Since returns the facts that s has more than an earlier set from which it was made with [Set.With], the later ones last.
func (s *Set) Since(earlier *Set) []Fact {
	var list []Fact
	for ; s != earlier && s != nil; s = s.outer {
		more := slices.Collect(maps.Values(s.known))
		slices.SortFunc(more, func(a, b Fact) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind)) })
		list = append(more, list...)
	}
	return list
}

func (s *Set) fact(path string, kind Kind) (Fact, bool) {
	if path == "" {
		return Fact{}, false
	}
	for ; s != nil; s = s.outer {
		if f, ok := s.known[key{path, kind}]; ok {
			return f, true
		}
	}
	return Fact{}, false
}

// Knows reports whether there is a fact of that kind about the value at path. About no path, "", there is none.
func (s *Set) Knows(path string, kind Kind) bool {
	_, known := s.fact(path, kind)
	return known
}

// Type returns the type that a dyn is known to have, or nil.
func (s *Set) Type(path string) *ir.Type {
	f, _ := s.fact(path, HasType)
	return f.Type
}

// Variant returns the variant of a union that an object is known to be, or nil.
func (s *Set) Variant(path string) *ir.Variant {
	f, _ := s.fact(path, IsVariant)
	return f.Variant
}

// Size returns how many elements a list is known to have at least.
func (s *Set) Size(path string) int64 {
	f, _ := s.fact(path, AtLeast)
	return f.Size
}
