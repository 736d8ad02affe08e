package cel

// Integers and doubles are compared as doubles, as the reference does: beyond
// 2^53 an integer equals every double that it rounds to. NaN is neither less
// than, equal to, nor greater than anything.

// LessIntUint reports whether a < b.
func LessIntUint(a int64, b uint64) bool { return a < 0 || uint64(a) < b }

// LessEqualIntUint reports whether a <= b.
func LessEqualIntUint(a int64, b uint64) bool { return a < 0 || uint64(a) <= b }

// LessUintInt reports whether a < b.
func LessUintInt(a uint64, b int64) bool { return b > 0 && a < uint64(b) }

// LessEqualUintInt reports whether a <= b.
func LessEqualUintInt(a uint64, b int64) bool { return b >= 0 && a <= uint64(b) }

// LessIntFloat reports whether a < b.
func LessIntFloat(a int64, b float64) bool { return float64(a) < b }

// LessEqualIntFloat reports whether a <= b.
func LessEqualIntFloat(a int64, b float64) bool { return float64(a) <= b }

// LessFloatInt reports whether a < b.
func LessFloatInt(a float64, b int64) bool { return a < float64(b) }

// LessEqualFloatInt reports whether a <= b.
func LessEqualFloatInt(a float64, b int64) bool { return a <= float64(b) }

// LessUintFloat reports whether a < b.
func LessUintFloat(a uint64, b float64) bool { return float64(a) < b }

// LessEqualUintFloat reports whether a <= b.
func LessEqualUintFloat(a uint64, b float64) bool { return float64(a) <= b }

// LessFloatUint reports whether a < b.
func LessFloatUint(a float64, b uint64) bool { return a < float64(b) }

// LessEqualFloatUint reports whether a <= b.
func LessEqualFloatUint(a float64, b uint64) bool { return a <= float64(b) }

// LessBool reports whether a < b: false is less than true.
func LessBool(a, b bool) bool { return !a && b }

// LessEqualBool reports whether a <= b.
func LessEqualBool(a, b bool) bool { return !a || b }
