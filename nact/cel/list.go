package cel

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/nact"
)

// maxRange is the longest list that [Range] makes, the default of the reference.
const maxRange = 1_000_000

// At returns element i of a list, or an *[IndexError].
func At[T any](list []T, i int64) (T, error) {
	if i < 0 || i >= int64(len(list)) {
		var none T
		return none, &IndexError{Index: i, Size: len(list)}
	}
	return list[i], nil
}

// Elem returns a pointer to element i within the list, or an *[IndexError].
func Elem[T any](list []T, i int64) (*T, error) {
	if i < 0 || i >= int64(len(list)) {
		return nil, &IndexError{Index: i, Size: len(list)}
	}
	return &list[i], nil
}

// OptAt returns element i of a list, absent if there is none.
func OptAt[T any](list []T, i int64) nact.Opt[T] {
	if i < 0 || i >= int64(len(list)) {
		return nact.Opt[T]{}
	}
	return nact.Some(list[i])
}

// OptElem returns a pointer to element i within the list, absent if there is none.
func OptElem[T any](list []T, i int64) nact.Opt[*T] {
	if i < 0 || i >= int64(len(list)) {
		return nact.Opt[*T]{}
	}
	return nact.Some(&list[i])
}

// First returns the first element, absent if the list is empty.
func First[T any](list []T) nact.Opt[T] { return OptAt(list, 0) }

// Last returns the last element, absent if the list is empty.
func Last[T any](list []T) nact.Opt[T] { return OptAt(list, int64(len(list))-1) }

// LastElem returns a pointer to the last element, absent if the list is empty.
func LastElem[T any](list []T) nact.Opt[*T] { return OptElem(list, int64(len(list))-1) }

// InFunc reports whether an element of the list equals x.
func InFunc[T any](x T, list []T, equal func(T, T) bool) bool {
	return slices.ContainsFunc(list, func(element T) bool { return equal(x, element) })
}

// Concat returns a new list of the elements of a, then those of b.
func Concat[T any](a, b []T) []T {
	joined := make([]T, 0, len(a)+len(b))
	return append(append(joined, a...), b...)
}

// Slice returns the elements from start to before end. It shares them with list.
func Slice[T any](list []T, start, end int64) ([]T, error) {
	switch {
	case start < 0 || end < 0:
		return nil, publicError(fmt.Sprintf("slice(%d, %d): an index is negative", start, end))
	case start > end:
		return nil, publicError(fmt.Sprintf("slice(%d, %d): the start is after the end", start, end))
	case end > int64(len(list)):
		return nil, publicError(fmt.Sprintf("slice(%d, %d): the list has %d elements", start, end, len(list)))
	}
	return list[start:end:end], nil
}

// Flatten returns the elements of the lists, one list after the other.
func Flatten[T any](lists [][]T) []T {
	flat := []T{} // a list that is nil would be null
	for _, list := range lists {
		flat = append(flat, list...)
	}
	return flat
}

// Range returns the integers from 0 to before n, which is 0 to 1,000,000.
func Range(n int64) ([]int64, error) {
	if n < 0 {
		return nil, publicError("lists.range: the size is negative")
	}
	if n > maxRange {
		return nil, publicError(fmt.Sprintf("lists.range: the size %d is more than %d", n, maxRange))
	}
	numbers := make([]int64, n)
	for i := range numbers {
		numbers[i] = int64(i)
	}
	return numbers, nil
}

// Reverse returns a new list with the elements in reverse order.
func Reverse[T any](list []T) []T {
	reversed := slices.Clone(list)
	slices.Reverse(reversed)
	return reversed
}

// Distinct returns the elements without those that equal an earlier one. T must
// not be an interface or hold one, nor be time.Time: see [DynDistinct].
func Distinct[T comparable](list []T) []T {
	seen := make(map[T]struct{}, len(list))
	distinct := make([]T, 0, len(list))
	for _, element := range list {
		if _, ok := seen[element]; !ok {
			seen[element] = struct{}{}
			distinct = append(distinct, element)
		}
	}
	return distinct
}
