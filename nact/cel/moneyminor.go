package cel

import (
	"regexp"
	"strconv"
	"strings"
)

// MoneyMinor is money.minor(amount, currency): an amount of a currency as its number
// of minor units (cents), exactly: "12.34" and "USD" are 1234, and "12" is 1200. The amount is
// digits with a point and a sign at most; the case of the currency's code does not count. An
// unknown code, another form, more decimals than the currency has, unless they are zeros, and
// what no int holds are errors.
func MoneyMinor(amount, currency string) (int64, error) {
	decimals, ok := CurrencyDecimals(currency)
	if !ok {
		return 0, wrongText(currency, "is no currency of ISO 4217")
	}
	if !amountForm.MatchString(amount) {
		return 0, wrongText(amount, `is no amount: it is written with digits and a point, as in "1234.50"`)
	}
	whole, fraction, _ := strings.Cut(amount, ".")
	fraction = strings.TrimRight(fraction, "0")
	if len(fraction) > decimals {
		return 0, wrongText(amount, "has more decimals than "+strings.ToUpper(currency)+", which has "+strconv.Itoa(decimals)+": round it first")
	}
	minor, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10, 64)
	if err != nil {
		return 0, ErrOverflow
	}
	return minor, nil
}

// MoneyMinorFloat is money.minor(x, currency) of a double, which counts as the decimal number
// that it prints as: 19.99 is 1999 cents, although the double nearest to it is a little less. That
// has to be an amount for [MoneyMinor].
func MoneyMinorFloat(x float64, currency string) (int64, error) {
	if !IsFinite(x) {
		return 0, publicError("money.minor: infinity and NaN are no amounts")
	}
	return MoneyMinor(printed(x), currency)
}

var amountForm = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]+)?$`)
