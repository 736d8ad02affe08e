package cel

import (
	"strconv"
	"time"
)

// FloatFromString returns the number that s spells as a Go literal, or Inf,
// Infinity or NaN in any case. A number too large for a double is an error.
func FloatFromString(s string) (float64, error) {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, notA("double", s)
	}
	return f, nil
}

// BoolFromString accepts 1, t, T, TRUE, true, True, 0, f, F, FALSE, false and False.
func BoolFromString(s string) (bool, error) {
	b, err := strconv.ParseBool(s)
	if err != nil {
		return false, notA("bool", s)
	}
	return b, nil
}

// DurationFromString returns the duration that s spells as Go does: "1h30m", "-2.5s".
func DurationFromString(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, notA("duration", s)
	}
	return d, nil
}
