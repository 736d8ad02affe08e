package cel

import (
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Value returns the value of an optional, or ErrNoValue.
func Value[T any](o nact.Opt[T]) (T, error) {
	if !o.Has {
		return o.Value, ErrNoValue
	}
	return o.Value, nil
}

// OfNonZero returns an optional of v, absent if v is false, zero or empty.
func OfNonZero[T comparable](v T) nact.Opt[T] {
	var zero T
	if v == zero {
		return nact.Opt[T]{}
	}
	return nact.Some(v)
}

// OfNonEmpty returns an optional of a list or of bytes, absent if they are empty.
func OfNonEmpty[T any](list []T) nact.Opt[[]T] {
	if len(list) == 0 {
		return nact.Opt[[]T]{}
	}
	return nact.Some(list)
}

// OfNonEmptyMap returns an optional of a map, absent if it is empty.
func OfNonEmptyMap[K comparable, V any](m map[K]V) nact.Opt[map[K]V] {
	if len(m) == 0 {
		return nact.Opt[map[K]V]{}
	}
	return nact.Some(m)
}

// OfNonZeroTime returns an optional of t, absent if it is the beginning of the year 1.
func OfNonZeroTime(t time.Time) nact.Opt[time.Time] {
	if t.IsZero() {
		return nact.Opt[time.Time]{}
	}
	return nact.Some(t)
}

// UnwrapOpts returns the values of those that have one.
func UnwrapOpts[T any](list []nact.Opt[T]) []T {
	values := make([]T, 0, len(list))
	for _, o := range list {
		if o.Has {
			values = append(values, o.Value)
		}
	}
	return values
}
