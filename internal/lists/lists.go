// Package lists has what packages slices and maps lack: a list made of another one, the search for an element, and the look-up of a key that must be there.
package lists

import (
	"fmt"
	"slices"
)

// Map returns what f makes of each element of a list; nil for an empty one.
func Map[E, T any](list []E, f func(E) T) []T {
	var made []T
	for _, e := range list {
		made = append(made, f(e))
	}
	return made
}

// FlatMap returns what f makes of the elements of a list, one after the other; nil if that is nothing.
func FlatMap[E, T any](list []E, f func(E) []T) []T {
	var made []T
	for _, e := range list {
		made = append(made, f(e)...)
	}
	return made
}

// Find returns the first element of a list for which is holds, or the zero value of the elements.
func Find[E any](list []E, is func(E) bool) (found E) {
	if i := slices.IndexFunc(list, is); i >= 0 {
		return list[i]
	}
	return found
}

// At returns what a map has for a key that the caller takes to be there. At panics with the key if it is not.
func At[K comparable, V any](m map[K]V, key K) V {
	v, ok := m[key]
	if !ok {
		panic(fmt.Sprintf("nothing is known of %T %+[1]v", key))
	}
	return v
}
