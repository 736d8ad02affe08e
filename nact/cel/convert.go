package cel

import "math"

// IntFromFloat returns f without its fraction, or ErrOverflow if f is NaN or not
// strictly between -2^63 and 2^63: the reference excludes -2^63 itself.
func IntFromFloat(f float64) (int64, error) {
	if !(f > math.MinInt64 && f < math.MaxInt64) {
		return 0, ErrOverflow
	}
	return int64(f), nil
}

// IntFromUint returns n as an int, or ErrOverflow.
func IntFromUint(n uint64) (int64, error) {
	if n > math.MaxInt64 {
		return 0, ErrOverflow
	}
	return int64(n), nil
}

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
