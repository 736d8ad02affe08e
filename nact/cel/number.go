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

// SumInts is number.sum(list) of integers: 0 if there are none, or ErrOverflow.
func SumInts(list []int64) (int64, error) {
	sum := int64(0)
	for _, n := range list {
		var err error
		if sum, err = AddInt(sum, n); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// SumFloats is number.sum(list) of doubles, added up in their order: 0 if there are none.
func SumFloats(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum
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
