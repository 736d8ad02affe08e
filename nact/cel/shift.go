package cel

import "fmt"

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
