package cel

import (
	"cmp"
	"slices"
)

var errNoNumbers = error(presumption{"math.greatest and math.least of an empty list"})

// MaxFloat returns the greater of a and b, a if they are equal, or ErrNaN.
func MaxFloat(a, b float64) (float64, error) {
	if a != a || b != b {
		return 0, ErrNaN
	}
	if a < b {
		return b, nil
	}
	return a, nil
}

// MinFloat returns the lesser of a and b, a if they are equal, or ErrNaN.
func MinFloat(a, b float64) (float64, error) {
	if a != a || b != b {
		return 0, ErrNaN
	}
	if a > b {
		return b, nil
	}
	return a, nil
}

// MaxInts returns the greatest element of a list that must not be empty.
func MaxInts(list []int64) (int64, error) { return pick(list, slices.Max[[]int64]) }

// MinInts returns the least element of a list that must not be empty.
func MinInts(list []int64) (int64, error) { return pick(list, slices.Min[[]int64]) }

// MaxUints returns the greatest element of a list that must not be empty.
func MaxUints(list []uint64) (uint64, error) { return pick(list, slices.Max[[]uint64]) }

// MinUints returns the least element of a list that must not be empty.
func MinUints(list []uint64) (uint64, error) { return pick(list, slices.Min[[]uint64]) }

// MaxFloats returns the greatest element of a list that must not be empty. NaN
// beside another element is an error.
func MaxFloats(list []float64) (float64, error) { return reduce(list, MaxFloat) }

// MinFloats returns the least element of a list that must not be empty. NaN
// beside another element is an error.
func MinFloats(list []float64) (float64, error) { return reduce(list, MinFloat) }

func pick[T cmp.Ordered](list []T, best func([]T) T) (T, error) {
	if len(list) == 0 {
		var none T
		return none, errNoNumbers
	}
	return best(list), nil
}

// reduce returns the best of a list by the better of two.
func reduce[T any](list []T, better func(a, b T) (T, error)) (T, error) {
	var best T
	if len(list) == 0 {
		return best, errNoNumbers
	}
	best = list[0]
	for _, element := range list[1:] {
		var err error
		if best, err = better(best, element); err != nil {
			return best, err
		}
	}
	return best, nil
}
