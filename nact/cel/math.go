package cel

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

var errNoNumbers = error(publicError("math.greatest and math.least of an empty list"))

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

// IsFinite reports whether x is neither infinite nor NaN.
func IsFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// AbsInt returns n without its sign, or ErrOverflow.
func AbsInt(n int64) (int64, error) {
	if n < 0 {
		return NegInt(n)
	}
	return n, nil
}

// SignInt returns -1, 0 or 1.
func SignInt(n int64) int64 { return int64(cmp.Compare(n, 0)) }

// SignUint returns 0 or 1.
func SignUint(n uint64) uint64 { return min(n, 1) }

// SignFloat returns -1, 0, 1 or NaN. The sign of -0 is 0.
func SignFloat(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x
}

// ShiftLeft returns v shifted left, 0 for 64 bits and more. A negative number of
// bits is an error.
func ShiftLeft[T int64 | uint64](v T, bits int64) (T, error) {
	if bits < 0 {
		return 0, negativeShift(bits)
	}
	return v << uint64(bits), nil
}

// ShiftRight returns v shifted right with zeros from the left, also for an int: a
// negative one becomes positive. A negative number of bits is an error.
func ShiftRight[T int64 | uint64](v T, bits int64) (T, error) {
	if bits < 0 {
		return 0, negativeShift(bits)
	}
	return T(uint64(v) >> uint64(bits)), nil
}

func negativeShift(bits int64) error {
	return publicError(fmt.Sprintf("a shift by %d bits: the number of bits is negative", bits))
}
