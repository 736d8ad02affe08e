package cel

import (
	"fmt"
	"strings"
)

// IndexOf returns where sub first occurs in s, or -1.
func IndexOf(s, sub string) int64 {
	s, sub = valid(s), valid(sub)
	return codePoints(s, strings.Index(s, sub))
}

// IndexOfFrom returns where sub first occurs in s at or after an offset, or -1. An
// empty sub occurs at the offset, or at the end of s if that is before it.
func IndexOfFrom(s, sub string, offset int64) (int64, error) {
	if offset < 0 {
		return 0, negativeOffset(offset)
	}
	if sub == "" {
		return min(offset, Size(s)), nil
	}
	s, sub = valid(s), valid(sub)
	from, ok := byteOffset(s, offset)
	if !ok {
		return -1, nil
	}
	found := codePoints(s[from:], strings.Index(s[from:], sub))
	if found < 0 {
		return -1, nil
	}
	return offset + found, nil
}

// LastIndexOf returns where sub last occurs in s, or -1.
func LastIndexOf(s, sub string) int64 {
	if len(s) < len(sub) {
		return -1
	}
	s, sub = valid(s), valid(sub)
	return codePoints(s, strings.LastIndex(s, sub))
}

// LastIndexOfFrom returns where sub last occurs in s at or before an offset, or -1;
// also -1 if the offset is not in s, unless sub is empty: that occurs at the
// offset, or at the end of s if that is before it.
func LastIndexOfFrom(s, sub string, offset int64) (int64, error) {
	if offset < 0 {
		return 0, negativeOffset(offset)
	}
	if sub == "" {
		return min(offset, Size(s)), nil
	}
	s, sub = valid(s), valid(sub)
	last, ok := byteOffset(s, offset)
	if !ok || last == len(s) {
		return -1, nil
	}
	end := min(last+len(sub), len(s))
	return codePoints(s, strings.LastIndex(s[:end], sub)), nil
}

func negativeOffset(offset int64) error {
	return publicError(fmt.Sprintf("the offset %d is negative", offset))
}
