package jsonscan

import (
	"strconv"
	"strings"
)

// Int returns the value of a number if it is whole and an int64: 5, 5.0 and 5e3 are, 5.5 and 1e400 are not. It never goes through a
// float, so every int64 keeps its last digit.
func Int(number string) (int64, bool) {
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		n, err = strconv.ParseInt(plain(number), 10, 64)
	}
	if err != nil {
		return 0, false // and not the nearest that there is
	}
	return n, true
}

// Uint is [Int] for a uint64.
func Uint(number string) (uint64, bool) {
	n, err := strconv.ParseUint(plain(number), 10, 64)
	if err != nil {
		return 0, false
	}
	return n, true
}

// plain returns a whole number without point and exponent, or an empty string if it is not whole, or too large for any integer.
func plain(number string) string {
	mantissa, power := number, "0"
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		mantissa, power = number[:i], number[i+1:]
	}
	unsigned := strings.TrimPrefix(mantissa, "-")
	integer, fraction, _ := strings.Cut(unsigned, ".")
	significant := strings.TrimRight(integer+fraction, "0")
	dropped := len(integer) + len(fraction) - len(significant)
	significant = strings.TrimLeft(significant, "0")
	if significant == "" {
		return "0"
	}
	exponent, err := strconv.Atoi(power)
	zeros := exponent - len(fraction) + dropped
	if err != nil || zeros < 0 || zeros > len("18446744073709551615") {
		return ""
	}
	return mantissa[:len(mantissa)-len(unsigned)] + significant + strings.Repeat("0", zeros)
}
