package cel

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// Key returns the value of a key, or a *[NoKeyError].
func Key[K comparable, V any](m map[K]V, key K) (V, error) {
	value, ok := m[key]
	if !ok {
		return value, noKey(key)
	}
	return value, nil
}

// OptKey returns the value of a key, absent if there is none.
func OptKey[K comparable, V any](m map[K]V, key K) nact.Opt[V] {
	value, ok := m[key]
	return nact.Opt[V]{Value: value, Has: ok}
}

// HasKey reports whether the map has a key.
func HasKey[K comparable, V any](m map[K]V, key K) bool {
	_, ok := m[key]
	return ok
}

// SortedKeys returns the keys in ascending order. CEL leaves the order of a map
// open; this one makes results repeatable.
func SortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m)) // in one allocation
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// SortedBools returns the keys of a map with bool keys, false before true.
func SortedBools[V any](m map[bool]V) []bool {
	keys := make([]bool, 0, 2)
	for _, key := range [...]bool{false, true} {
		if _, ok := m[key]; ok {
			keys = append(keys, key)
		}
	}
	return keys
}
