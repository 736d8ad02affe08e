package cel

import (
	"fmt"

	"github.com/nactgen/nactgen/nact"
)

// elementIndex returns the index that a dyn value stands for. Unsigned integers
// and doubles without a fraction count.
func elementIndex(i any) (int64, error) {
	switch i := plain(i).(type) {
	case int64:
		return i, nil
	case uint64:
		if n, err := IntFromUint(i); err == nil {
			return n, nil
		}
	case float64:
		if n, ok := exactInt(i); ok {
			return n, nil
		}
	}
	return 0, fmt.Errorf("a value of type %s is no index of a list: %v", TypeOf(i), i)
}

// AtDyn returns the element of a list that a dyn index stands for.
func AtDyn[T any](list []T, i any) (T, error) {
	n, err := elementIndex(i)
	if err != nil {
		var none T
		return none, err
	}
	return At(list, n)
}

// OptAtDyn returns the element of a list that a dyn index stands for, absent if
// there is none; a value that cannot be an index is an error.
func OptAtDyn[T any](list []T, i any) (nact.Opt[T], error) {
	n, err := elementIndex(i)
	if err != nil {
		return nact.Opt[T]{}, err
	}
	return OptAt(list, n), nil
}
