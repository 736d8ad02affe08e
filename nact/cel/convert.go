package cel

import (
	"math"
	"strconv"
)

// IntFromFloat returns f without its fraction, or ErrOverflow if f is NaN or not
// strictly between -2^63 and 2^63: the reference excludes -2^63 itself.
func IntFromFloat(f float64) (int64, error) {
	if !(f > math.MinInt64 && f < math.MaxInt64) {
		return 0, ErrOverflow
	}
	return int64(f), nil
}

// exactInt returns f as an int if it is one.
func exactInt(f float64) (int64, bool) {
	n, err := IntFromFloat(f)
	return n, err == nil && float64(n) == f
}

// IntFromUint returns n as an int, or ErrOverflow.
func IntFromUint(n uint64) (int64, error) {
	if n > math.MaxInt64 {
		return 0, ErrOverflow
	}
	return int64(n), nil
}

// IntFromString returns the decimal integer that s spells, with or without a sign.
func IntFromString(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	return spelled(n, err, "int", s)
}
