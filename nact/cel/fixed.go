package cel

import (
	"math"
	"strconv"
)

// Fixed is f with so many decimals, 0 to 100, as %f of [Format] has it.
func Fixed(f float64, decimals int) string {
	if !IsFinite(f) {
		return decimal(f)
	}
	return strconv.FormatFloat(f, 'f', decimals, 64)
}

// decimal writes a double without an exponent, and infinity in full.
func decimal(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	switch s {
	case "+Inf":
		return "Infinity"
	case "-Inf":
		return "-Infinity"
	}
	return s
}

// IsFinite reports whether x is neither infinite nor NaN.
func IsFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
