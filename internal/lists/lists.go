// Package lists has what package slices lacks: a list made of another one, and the search for an element.
package lists

import "slices"

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
