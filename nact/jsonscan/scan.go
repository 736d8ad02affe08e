// Package jsonscan finds out where the parts of JSON text (RFC 8259) end, and what is wrong with it, without reading what they say.
//
// Its functions scan from an offset. They return the offset after what they scanned and an empty [Problem], or the offset
// of what is wrong and what it is. What they do not check is that strings are
// UTF-8: encoding/json does not either.
package jsonscan

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// Problem says what is wrong with JSON text, as people read it. The empty one is none.
type Problem string

// Problems that callers of this package report, too. Its functions return others as well.
const (
	EndsEarly Problem = "it ends too early"
	BadTail   Problem = "more after the end of the value"
	TooDeep   Problem = "it is nested too deep"
)

const (
	badEscape  Problem = "an escape that JSON does not have"
	badControl Problem = "a control character in a string"
	badNumber  Problem = "a malformed number"
	badValue   Problem = "no value where one should be"
	badKey     Problem = "no member name where one should be"
	badColon   Problem = "no colon after a member name"
	badComma   Problem = "no comma or end of the list"
	badMember  Problem = "no comma or end of the object"
)

// Form says what of a string cannot simply be copied: nothing, one of these, or both.
type Form uint8

// What a string may hold that cannot simply be copied.
const (
	Escaped  Form = 1 << iota // escapes
	NonASCII                  // bytes above 0x7f, perhaps
)

// Space returns the offset of the next byte that is not white space.
func Space(data []byte, i int) int {
	if i < len(data) && data[i] > ' ' {
		return i
	}
	return skipSpaces(data, i)
}

func skipSpaces(data []byte, i int) int {
	const spaces = ' ' * lowBits
	for i < len(data) {
		switch data[i] {
		case ' ', '\n', '\t', '\r':
			i++
		default:
			return i
		}
		for i+8 <= len(data) && binary.LittleEndian.Uint64(data[i:]) == spaces { // indentation
			i += 8
		}
	}
	return i
}

// String scans the string whose opening quote is data[i]. Its text stands between i+1 and end-1.
func String(data []byte, i int) (end int, form Form, bad Problem) {
	var seen uint64 // all bits of the string's bytes, and perhaps of a few after it
	for i++; i < len(data); {
		for i+8 <= len(data) {
			word := binary.LittleEndian.Uint64(data[i:])
			seen |= word
			if stop := stops(word); stop != 0 {
				i += bits.TrailingZeros64(stop) / 8
				break
			}
			i += 8
		}
		if i >= len(data) {
			break
		}
		switch c := data[i]; {
		case c == '"':
			if seen&highBits != 0 {
				form |= NonASCII
			}
			return i + 1, form, ""
		case c == '\\':
			form |= Escaped
			if i+1 < len(data) && shortEscapes[data[i+1]] != 0 {
				i += 2
			} else if i, bad = scanLongEscape(data, i); bad != "" {
				return i, form, bad
			}
		case c < ' ':
			return i, form, badControl
		default:
			seen |= uint64(c)
			i++
		}
	}
	return len(data), form, EndsEarly
}

// shortEscapes has what an escape of one character after the backslash stands for, by that character; 0: there is no such escape.
var shortEscapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// stops sets the highest bit of each byte of word at which a string may not
// simply go on: a quote, a backslash, a control character. Bytes above the first such one
// may be set by mistake.
func stops(word uint64) uint64 {
	// With its bit 1 changed, a quote is what follows the control characters, and no other byte from there on is less than 0x21.
	quoteOrControl := (word ^ 0x02*lowBits) - 0x21*lowBits
	backslash := (word ^ '\\'*lowBits) - lowBits
	return (quoteOrControl | backslash) &^ word & highBits
}

// scanLongEscape scans the escape whose backslash is data[i] and that is none of [shortEscapes]: \u and four hexadecimal digits.
func scanLongEscape(data []byte, i int) (int, Problem) {
	for j := i + 1; j < i+6; j++ {
		switch {
		case j >= len(data):
			return j, EndsEarly
		case j == i+1 && data[j] != 'u', j > i+1 && !isHex(data[j]):
			return j, badEscape
		}
	}
	return i + 6, ""
}

// Number scans the number that begins at data[i].
func Number(data []byte, i int) (int, Problem) {
	if i < len(data) && data[i] == '-' {
		i++
	}
	var bad Problem
	if i < len(data) && data[i] == '0' {
		i++
	} else if i, bad = scanDigits(data, i); bad != "" {
		return i, bad
	}
	if i < len(data) && data[i] == '.' {
		if i, bad = scanDigits(data, i+1); bad != "" {
			return i, bad
		}
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		return scanDigits(data, i)
	}
	return i, ""
}

// scanDigits scans decimal digits, of which there must be at least one.
func scanDigits(data []byte, start int) (int, Problem) {
	i := start
	for i < len(data) && data[i]-'0' <= 9 {
		i++
	}
	switch {
	case i > start:
		return i, ""
	case i >= len(data):
		return len(data), EndsEarly
	}
	return i, badNumber
}

// Literal scans null, true or false.
func Literal(data []byte, i int, literal string) (int, Problem) {
	for j := range len(literal) {
		if i+j >= len(data) {
			return len(data), EndsEarly
		}
		if data[i+j] != literal[j] {
			return i + j, badValue
		}
	}
	return i + len(literal), ""
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// AppendUnescaped appends to dst what text, the inside of a scanned string, stands for. What
// is not UTF-8 and half a surrogate pair become U+FFFD, as in encoding/json; halves reports whether there was such a half.
func AppendUnescaped(dst, text []byte) (unescaped []byte, halves bool) {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\\' && text[i+1] == 'u':
			r, size, half := unescapeRune(text[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
			halves = halves || half
		case c == '\\':
			dst = append(dst, shortEscapes[text[i+1]])
			i += 2
		case c < utf8.RuneSelf:
			dst = append(dst, c)
			i++
		default:
			r, size := utf8.DecodeRune(text[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
		}
	}
	return dst, halves
}

// unescapeRune returns the rune of the \u escape, or pair of them, at the start of text, their length, and whether they are half a pair.
func unescapeRune(text []byte) (r rune, size int, half bool) {
	r = hexRune(text[2:6])
	if !utf16.IsSurrogate(r) {
		return r, 6, false
	}
	if len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
		if pair := utf16.DecodeRune(r, hexRune(text[8:12])); pair != utf8.RuneError {
			return pair, 12, false
		}
	}
	return utf8.RuneError, 6, true
}

func hexRune(digits []byte) (r rune) {
	for _, c := range digits {
		switch {
		case c <= '9':
			r = r<<4 | rune(c-'0')
		default:
			r = r<<4 | rune(c|0x20-'a'+10)
		}
	}
	return r
}
