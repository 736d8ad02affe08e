package cel

import (
	"slices"
	"strings"
	"unicode"
)

// LowerASCII returns s with A to Z made small.
func LowerASCII(s string) string { return mapASCII(s, unicode.ToLower) }

// UpperASCII returns s with a to z made capital.
func UpperASCII(s string) string { return mapASCII(s, unicode.ToUpper) }

// mapASCII applies change to the ASCII characters of s.
func mapASCII(s string, change func(rune) rune) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return r
		}
		return change(r)
	}, s)
}

// ReverseString returns the code points of s in reverse order.
func ReverseString(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// SplitN splits s at sep into at most n parts, of which the last holds the rest: all parts if
// n is negative, none if it is 0.
func SplitN(s, sep string, n int64) []string {
	if n == 0 {
		return []string{}
	}
	return strings.SplitN(s, sep, int(n))
}
