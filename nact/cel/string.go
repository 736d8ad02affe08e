package cel

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Positions in strings count code points. Text that is not UTF-8 cannot come from
// CEL itself; a byte that belongs to no code point counts as one, and shows as
// U+FFFD in results, as in the reference.

// Size returns the number of code points of s.
func Size(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// CharAt returns code point i of s, or nothing if i is the size of s.
func CharAt(s string, i int64) (string, error) {
	at, ok := byteOffset(s, i)
	if !ok {
		return "", outOfString(i, s)
	}
	if at == len(s) {
		return "", nil
	}
	r, _ := utf8.DecodeRuneInString(s[at:])
	return string(r), nil
}

// Substring returns s from code point start on.
func Substring(s string, start int64) (string, error) {
	from, ok := byteOffset(s, start)
	if !ok {
		return "", outOfString(start, s)
	}
	return valid(s[from:]), nil
}

// SubstringRange returns s from code point start to before code point end.
func SubstringRange(s string, start, end int64) (string, error) {
	if start > end {
		return "", publicError(fmt.Sprintf("substring(%d, %d): the start is after the end", start, end))
	}
	from, ok := byteOffset(s, start)
	if !ok {
		return "", outOfString(start, s)
	}
	length, ok := byteOffset(s[from:], end-start)
	if !ok {
		return "", outOfString(end, s)
	}
	return valid(s[from : from+length]), nil
}

// LowerASCII returns s with A to Z made small.
func LowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return r
		}
		return unicode.ToLower(r)
	}, s)
}

// UpperASCII returns s with a to z made capital.
func UpperASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return r
		}
		return unicode.ToUpper(r)
	}, s)
}

// ReverseString returns the code points of s in reverse order.
func ReverseString(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// Quote returns s as a CEL string literal in double quotes.
func Quote(s string) string {
	return `"` + quoter.Replace(valid(s)) + `"`
}

// quoter escapes what a CEL string literal cannot hold or would read otherwise.
var quoter = strings.NewReplacer(
	`\`, `\\`, `"`, `\"`, "\a", `\a`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\v", `\v`,
)

// byteOffset returns where code point n of s begins, which is the end of s if n is
// its size; false if n is negative or more.
func byteOffset(s string, n int64) (int, bool) {
	if n < 0 || n > int64(len(s)) {
		return 0, false
	}
	for i := range s {
		if n == 0 {
			return i, true
		}
		n--
	}
	return len(s), n == 0
}

// valid returns s with U+FFFD for each byte that is not UTF-8.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

func outOfString(i int64, s string) error {
	return publicError(fmt.Sprintf("index %d out of range, the string has %d code points", i, Size(s)))
}

// SplitN splits s at sep into at most n parts, of which the last holds the rest: all parts if
// n is negative, none if it is 0.
func SplitN(s, sep string, n int64) []string {
	if n == 0 {
		return []string{}
	}
	return strings.SplitN(s, sep, int(n))
}
