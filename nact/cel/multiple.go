package cel

import "math"

// IsMultiple reports whether a number is a multiple of another, as far as binary fractions tell: 0.3 is one of 0.1.
func IsMultiple(n, of float64) bool {
	const tolerance = 1e-9
	times := n / of
	return math.Abs(times-math.Round(times)) <= tolerance*max(1, math.Abs(times))
}
