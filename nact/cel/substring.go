package cel

import (
	"fmt"
	"unicode/utf8"
)

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
		return "", presumption{publicError(fmt.Sprintf("substring(%d, %d): the start is after the end", start, end))}
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

func outOfString(i int64, s string) error {
	return presumption{publicError(fmt.Sprintf("index %d out of range, the string has %d code points", i, Size(s)))}
}
