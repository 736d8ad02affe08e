package cel

import (
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// EqualOpt reports whether both are absent, or both have equal values.
func EqualOpt[T any](a, b nact.Opt[T], equal func(T, T) bool) bool {
	if !a.Has || !b.Has {
		return a.Has == b.Has
	}
	return equal(a.Value, b.Value)
}

// EqualNull reports whether both are null, or both have equal values.
func EqualNull[T any](a, b nact.Null[T], equal func(T, T) bool) bool {
	if !a.Valid || !b.Valid {
		return a.Valid == b.Valid
	}
	return equal(a.Value, b.Value)
}

// InFunc reports whether an element of the list equals x.
func InFunc[T any](x T, list []T, equal func(T, T) bool) bool {
	return slices.ContainsFunc(list, func(element T) bool { return equal(x, element) })
}
