package cel

import "fmt"

// Take is list.take(n): the first n elements of a list, or all if it has fewer. It
// shares them with list. A negative n is an error.
func Take[T any](list []T, n int64) ([]T, error) {
	if n < 0 {
		return nil, publicError(fmt.Sprintf("take(%d): the number of elements is negative", n))
	}
	return Prefix(list, n), nil
}

// Prefix is [Take] of a number that is known not to be negative.
func Prefix[T any](list []T, n int64) []T {
	end := min(n, int64(len(list)))
	return list[:end:end]
}
