package cel

import "unicode/utf8"

// Positions in strings count code points. Text that is not UTF-8 cannot come from
// CEL itself; a byte that belongs to no code point counts as one, and shows as
// U+FFFD in results, as in the reference.

// Size returns the number of code points of s.
func Size(s string) int64 { return int64(utf8.RuneCountInString(s)) }

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

// codePoints turns a byte index into one that counts code points; -1 stays.
func codePoints(s string, index int) int64 {
	if index < 0 {
		return -1
	}
	return Size(s[:index])
}
