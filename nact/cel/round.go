package cel

import (
	"strconv"
	"strings"
)

// Round is number.round(x, decimals): x rounded to that many decimals, halves away from
// zero. What is rounded is the number as it prints, so that 1.005 becomes 1.01, although
// the double nearest to it is a little less. Zero has no sign; NaN and infinities stay.
func Round(x float64, decimals int64) float64 {
	if !IsFinite(x) {
		return x
	}
	rounded, _ := strconv.ParseFloat(roundDecimal(printed(x), int(decimals)), 64) // the text is a number
	return rounded
}

// printed returns the shortest text that stands for x, without an exponent.
func printed(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// roundDecimal rounds a decimal number to at most that many decimals, halves away from zero. Zero loses its sign.
func roundDecimal(text string, decimals int) string {
	text, negative := strings.CutPrefix(text, "-")
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) > decimals {
		up := fraction[decimals] >= '5'
		digits := []byte(whole + fraction[:decimals])
		if up {
			digits = increment(digits)
		}
		point := len(digits) - decimals
		whole, fraction = string(digits[:point]), string(digits[point:])
	}
	if fraction != "" {
		whole += "." + fraction
	}
	if negative && strings.Trim(whole, "0.") != "" {
		return "-" + whole
	}
	return whole
}

// increment adds 1 to a number in decimal digits.
func increment(digits []byte) []byte {
	for i := len(digits) - 1; i >= 0; i-- {
		if digits[i] != '9' {
			digits[i]++
			return digits
		}
		digits[i] = '0'
	}
	return append([]byte{'1'}, digits...)
}
