package spec

import (
	"math"
	"strconv"
	"strings"
)

// number is a numeric literal of JSON or YAML.
type number struct {
	float    float64
	integer  int64 // valid if integral
	integral bool  // has an integer value that fits
}

// parseNumber reads a literal of JSON or of YAML, which also has underscores,
// hexadecimal and octal. It refuses infinities and what is no number.
func parseNumber(text string) (number, bool) {
	digits := strings.ReplaceAll(text, "_", "")
	if i, err := strconv.ParseInt(digits, 0, 64); err == nil && !hasOctalLook(digits) {
		return number{float: float64(i), integer: i, integral: true}, true
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return number{}, false
	}
	n := number{float: x}
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		n.integer, n.integral = int64(x), true
	}
	return n, true
}

// hasOctalLook reports whether Go would read the digits as octal for a leading
// zero alone, which YAML 1.2 does not.
func hasOctalLook(s string) bool {
	s = strings.TrimLeft(s, "+-")
	return len(s) > 1 && s[0] == '0' && '0' <= s[1] && s[1] <= '9'
}

// SameValue compares two literals, as [Schema.Enum] holds them. Whole numbers are the same whether they are written with a point or not.
func SameValue(a, b any) bool {
	x, isX := Float(a)
	y, isY := Float(b)
	if isX && isY {
		return x == y
	}
	return a == b
}

// Float returns a literal that is a number.
func Float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case uint64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
