package upstream

import (
	"math"
	"strconv"
	"strings"
)

// FormatInt returns v in decimal.
func FormatInt(v int64) string { return strconv.FormatInt(v, 10) }

// FormatUint returns v in decimal.
func FormatUint(v uint64) string { return strconv.FormatUint(v, 10) }

// FormatBool returns "true" or "false".
func FormatBool(v bool) string { return strconv.FormatBool(v) }

// FormatFloat returns the shortest decimal that reads back as v: 40.7128, 80
// and, from 1e21 and below 1e-6, with an exponent as in JSON (1e+21, 1e-7).
func FormatFloat(v float64) string {
	magnitude := math.Abs(v)
	switch {
	case v == 0:
		return "0" // never "-0", which some servers refuse
	case magnitude >= 1e-6 && magnitude < 1e21:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	text := strconv.FormatFloat(v, 'e', -1, 64)
	return strings.Replace(text, "e-0", "e-", 1)
}

// Strings returns what format makes of the elements of list.
func Strings[T any](list []T, format func(T) string) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = format(v)
	}
	return texts
}
