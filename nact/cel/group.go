package cel

import (
	"strconv"
	"strings"
)

// GroupInt is number.format(n): n with a comma between thousands, "-1,234,567".
func GroupInt(n int64) string { return group(strconv.FormatInt(n, 10)) }

// GroupFloat is number.format(x, decimals): x rounded as [Round] does, with all its
// decimals, and with a comma between thousands: "1,234.50". A number that is not finite is
// an error.
func GroupFloat(x float64, decimals int64) (string, error) {
	if !IsFinite(x) {
		return "", publicError("number.format: infinity and NaN have no digits")
	}
	text := roundDecimal(printed(x), int(decimals))
	whole, fraction, _ := strings.Cut(text, ".")
	if decimals == 0 {
		return group(whole), nil
	}
	return group(whole) + "." + fraction + strings.Repeat("0", int(decimals)-len(fraction)), nil
}

// group puts a comma between the thousands of a whole number in digits.
func group(digits string) string {
	digits, negative := strings.CutPrefix(digits, "-")
	var b strings.Builder
	if negative {
		b.WriteByte('-')
	}
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}
