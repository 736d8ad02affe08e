package nact

import (
	"strconv"
	"strings"
)

// whole returns the value of a JSON number if it is whole and an int64: 5, 5.0
// and 5e3 are, 5.5 and 1e400 are not. It never goes through a float, so every
// int64 keeps its last digit.
func whole(literal string) (int64, bool) {
	if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
		return n, true
	}
	mantissa, power := literal, "0"
	if i := strings.IndexAny(literal, "eE"); i >= 0 {
		mantissa, power = literal[:i], literal[i+1:]
	}
	unsigned := strings.TrimPrefix(mantissa, "-")
	integer, fraction, _ := strings.Cut(unsigned, ".")
	significant := strings.TrimRight(integer+fraction, "0")
	dropped := len(integer) + len(fraction) - len(significant)
	significant = strings.TrimLeft(significant, "0")
	if significant == "" {
		return 0, true
	}
	exponent, err := strconv.Atoi(power)
	if err != nil {
		return 0, false
	}
	zeros := exponent - len(fraction) + dropped
	if zeros < 0 || zeros > 18 {
		return 0, false
	}
	sign := mantissa[:len(mantissa)-len(unsigned)]
	n, err := strconv.ParseInt(sign+significant+strings.Repeat("0", zeros), 10, 64)
	return n, err == nil
}
