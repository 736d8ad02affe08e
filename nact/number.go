package nact

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// ReadNumber is the [Reader] of inputs of type Number. What it returns is a float64 whose shortest decimal is the number that was given, digit for digit: a
// number that a float64 would change is refused, so that bounds and decimals are compared as they are written.
func ReadNumber(_ *Tool, in *Input, v any, asText bool) (any, []Violation) {
	if asText {
		text, isText := v.(string)
		if !isText {
			return nil, in.violation(RuleType, "%q must be a number in a string, such as \"12.5\", not %s.", in.Name, kind(v))
		}
		s := jsontext.NewScanner(text)
		if v = s.Value(); s.End() != nil || kind(v) != "a number" {
			return nil, in.violation(RuleType, "%q must be a number in a string, such as \"12.5\"; this string holds none.", in.Name)
		}
	}
	n, violation := in.number(v)
	if violation != nil {
		return nil, violation
	}
	var violations []Violation
	if in.Least != nil && n < *in.Least {
		violations = append(violations, in.violation(RuleMin, "%q is below its minimum of %s.", in.Name, decimal(*in.Least))...)
	}
	if in.Most != nil && n > *in.Most {
		violations = append(violations, in.violation(RuleMax, "%q is above its maximum of %s.", in.Name, decimal(*in.Most))...)
	}
	if digits := decimalsOf(n); in.Decimals > 0 && digits > in.Decimals {
		violations = append(violations, in.violation(RuleDecimals, "%q has %d digits behind the point: it may have at most %d.", in.Name, digits, in.Decimals)...)
	}
	if violations != nil {
		return nil, violations
	}
	return n, nil
}

// number returns a value that a call gives as a number.
func (in *Input) number(v any) (n float64, violation []Violation) {
	var text string
	switch v := v.(type) {
	case float64:
		text = decimal(v)
	case int64:
		text = strconv.FormatInt(v, 10)
	case json.Number:
		text = string(v)
	default:
		return 0, in.violation(RuleType, "%q must be a number, not %s.", in.Name, kind(v))
	}
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil || math.IsInf(n, 0) || math.IsNaN(n):
		return 0, in.violation(RuleDigits, "%q is larger than any number may be.", in.Name)
	case n == 0 && strings.HasPrefix(text, "-") && significant(text) == "0e0":
		return 0, in.violation(RuleType, "%q is minus zero, which is no number of its own: give 0.", in.Name)
	case significant(text) != significant(decimal(n)):
		return 0, in.violation(RuleDigits, "%q has more digits than can be kept: give at most 15, and none too small to count.", in.Name)
	}
	return n, nil
}

// decimal returns a number with as few digits as tell it from all others, without an exponent.
func decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// decimalsOf returns how many digits a number has behind the point.
func decimalsOf(n float64) int {
	_, fraction, _ := strings.Cut(decimal(n), ".")
	return len(fraction)
}

// significant returns the one spelling of a number in JSON, without its sign: its digits from the first to the last that is not zero, and the power of ten.
func significant(number string) string {
	mantissa, power := strings.TrimPrefix(number, "-"), "0"
	if i := strings.IndexAny(mantissa, "eE"); i >= 0 {
		mantissa, power = mantissa[:i], mantissa[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(digits, "0")
	if trimmed == "" {
		return "0e0"
	}
	exponent, err := strconv.Atoi(power)
	if err != nil {
		return number
	}
	return trimmed + "e" + strconv.Itoa(exponent-len(fraction)+len(digits)-len(trimmed))
}

// Bound returns a pointer to n, for [Input.Least] and [Input.Most] in literals.
func Bound(n float64) *float64 { return &n }

// Float returns argument i, a present number.
func (a Arguments) Float(i int) float64 { return a[i].(float64) }

// OptFloat returns argument i, a number that may be absent.
func (a Arguments) OptFloat(i int) Opt[float64] { return optional[float64](a[i]) }
