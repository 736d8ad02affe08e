package cel

import (
	"strconv"
	"time"
)

// Doubles, booleans and durations in texts. Ints and uints are parsed in the files of their other conversions, convert.go and
// convertuint.go: a service that uses a function gets the whole file.

// FloatFromString returns the number that s spells as a Go literal, or Inf,
// Infinity or NaN in any case. A number too large for a double is an error.
func FloatFromString(s string) (float64, error) {
	f, err := strconv.ParseFloat(s, 64)
	return spelled(f, err, "double", s)
}

// BoolFromString accepts 1, t, T, TRUE, true, True, 0, f, F, FALSE, false and False.
func BoolFromString(s string) (bool, error) {
	b, err := strconv.ParseBool(s)
	return spelled(b, err, "bool", s)
}

// DurationFromString returns the duration that s spells as Go does: "1h30m", "-2.5s".
func DurationFromString(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	return spelled(d, err, "duration", s)
}
