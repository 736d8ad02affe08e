package cel

import (
	"fmt"
	"slices"
)

// maxRange is the longest list that [Range] makes, the default of the reference.
const maxRange = 1_000_000

// Concat returns a new list of the elements of a, then those of b.
func Concat[T any](a, b []T) []T {
	joined := make([]T, 0, len(a)+len(b))
	return append(append(joined, a...), b...)
}

// Slice returns the elements from start to before end. It shares them with list.
func Slice[T any](list []T, start, end int64) ([]T, error) {
	switch {
	case start < 0 || end < 0:
		return nil, presumption{publicError(fmt.Sprintf("slice(%d, %d): an index is negative", start, end))}
	case start > end:
		return nil, presumption{publicError(fmt.Sprintf("slice(%d, %d): the start is after the end", start, end))}
	case end > int64(len(list)):
		return nil, presumption{publicError(fmt.Sprintf("slice(%d, %d): %s", start, end, sizeText(len(list))))}
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
