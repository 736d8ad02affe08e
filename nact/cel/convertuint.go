package cel

import (
	"math"
	"strconv"
)

// UintFromInt returns n as a uint, or ErrUintOverflow if n is negative.
func UintFromInt(n int64) (uint64, error) {
	if n < 0 {
		return 0, ErrUintOverflow
	}
	return uint64(n), nil
}

// UintFromFloat returns f without its fraction, or ErrUintOverflow if f is NaN,
// negative, or not less than 2^64.
func UintFromFloat(f float64) (uint64, error) {
	if !(f >= 0 && f < math.MaxUint64) {
		return 0, ErrUintOverflow
	}
	return uint64(f), nil
}

// UintFromString returns the decimal integer that s spells, without a sign.
func UintFromString(s string) (uint64, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	return spelled(n, err, "uint", s)
}
