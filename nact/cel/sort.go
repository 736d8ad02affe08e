package cel

import (
	"cmp"
	"slices"
)

// Where elements are neither less nor greater than each other (equal keys, the two
// zeros, NaN), their order is that of the algorithm, pdqsort: the reference
// sorts with the same one, and so leaves them in the same order.

// Sort returns a sorted copy of the list.
func Sort[T cmp.Ordered](list []T) []T { return SortFunc(list, less[T]) }

// SortFunc returns a copy of the list sorted by less.
func SortFunc[T any](list []T, less func(a, b T) bool) []T {
	sorted := slices.Clone(list)
	slices.SortFunc(sorted, func(a, b T) int { return order(a, b, less) })
	return sorted
}

// SortBy returns a copy of the list in the order of the keys: keys[i] belongs to
// list[i], and there are as many of them.
func SortBy[T any, K cmp.Ordered](list []T, keys []K) []T { return SortByFunc(list, keys, less[K]) }

// SortKeyed returns a copy of the list in the order of what key reads of the
// elements, each of them several times.
func SortKeyed[T any, K cmp.Ordered](list []T, key func(T) K) []T {
	return SortFunc(list, func(a, b T) bool { return key(a) < key(b) })
}

// SortElemsKeyed is SortKeyed for a list of structs, of which key takes the
// address.
func SortElemsKeyed[T any, K cmp.Ordered](list []T, key func(*T) K) []T {
	return arranged(list, func(i, j int) bool { return key(&list[i]) < key(&list[j]) })
}

// SortByFunc returns a copy of the list in the order of the keys by less: keys[i]
// belongs to list[i], and there are as many of them.
func SortByFunc[T, K any](list []T, keys []K, less func(a, b K) bool) []T {
	return arranged(list, func(i, j int) bool { return less(keys[i], keys[j]) })
}

// arranged returns a copy of the list, sorted by less, which compares elements by their indices.
func arranged[T any](list []T, less func(i, j int) bool) []T {
	indices := make([]int, len(list))
	for i := range indices {
		indices[i] = i
	}
	slices.SortFunc(indices, func(i, j int) int { return order(i, j, less) })
	sorted := make([]T, len(list))
	for i, index := range indices {
		sorted[i] = list[index]
	}
	return sorted
}

// less reports whether a < b. Unlike cmp.Less it does not put NaN first.
func less[T cmp.Ordered](a, b T) bool { return a < b }

// order compares a and b by less, as package slices wants it.
func order[T any](a, b T, less func(a, b T) bool) int {
	switch {
	case less(a, b):
		return -1
	case less(b, a):
		return 1
	}
	return 0
}
