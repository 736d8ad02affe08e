package upstream

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// The functions of this file scan JSON text (RFC 8259) from an offset. They
// return the offset after what they scanned and an empty problem, or the offset
// of what is wrong and what it is. What they do not check is that strings are
// UTF-8: encoding/json does not either.

// problem says what is wrong with JSON text, or is empty.
type problem string

const (
	endsEarly  problem = "it ends too early"
	badEscape  problem = "an escape that JSON does not have"
	badControl problem = "a control character in a string"
	badNumber  problem = "a malformed number"
	badValue   problem = "no value where one should be"
	badKey     problem = "no member name where one should be"
	badColon   problem = "no colon after a member name"
	badComma   problem = "no comma or end of the list"
	badMember  problem = "no comma or end of the object"
	badTail    problem = "more after the end of the value"
	tooDeep    problem = "it is nested too deep"
)

// textForm says what to do with a string beyond copying it.
type textForm uint8

const (
	escaped  textForm = 1 << iota // it holds escapes
	nonASCII                      // it may hold bytes above 0x7f
)

// skipSpace returns the offset of the next byte that is not white space.
func skipSpace(data []byte, i int) int {
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

// scanString scans the string whose opening quote is data[i].
func scanString(data []byte, i int) (end int, form textForm, bad problem) {
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
				form |= nonASCII
			}
			return i + 1, form, ""
		case c == '\\':
			form |= escaped
			if i+1 < len(data) && shortEscape[data[i+1]] {
				i += 2
			} else if i, bad = scanEscape(data, i); bad != "" {
				return i, form, bad
			}
		case c < ' ':
			return i, form, badControl
		default:
			seen |= uint64(c)
			i++
		}
	}
	return len(data), form, endsEarly
}

// shortEscape has the characters that are an escape after a backslash, alone.
var shortEscape = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

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

// scanEscape scans the escape whose backslash is data[i].
func scanEscape(data []byte, i int) (int, problem) {
	if i+1 >= len(data) {
		return len(data), endsEarly
	}
	switch data[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2, ""
	case 'u':
		for j := i + 2; j < i+6; j++ {
			if j >= len(data) {
				return j, endsEarly
			}
			if !isHex(data[j]) {
				return j, badEscape
			}
		}
		return i + 6, ""
	}
	return i + 1, badEscape
}

// scanNumber scans the number that begins at data[i].
func scanNumber(data []byte, i int) (int, problem) {
	if i < len(data) && data[i] == '-' {
		i++
	}
	if i < len(data) && data[i] == '0' {
		i++
	} else if end := scanDigits(data, i); end > i {
		i = end
	} else {
		return missingDigit(data, i)
	}
	if i < len(data) && data[i] == '.' {
		end := scanDigits(data, i+1)
		if end == i+1 {
			return missingDigit(data, end)
		}
		i = end
	}
	if i < len(data) && (data[i] == 'e' || data[i] == 'E') {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		end := scanDigits(data, i)
		if end == i {
			return missingDigit(data, end)
		}
		i = end
	}
	return i, ""
}

func scanDigits(data []byte, i int) int {
	for i < len(data) && data[i]-'0' <= 9 {
		i++
	}
	return i
}

func missingDigit(data []byte, i int) (int, problem) {
	if i >= len(data) {
		return len(data), endsEarly
	}
	return i, badNumber
}

// scanLiteral scans null, true or false.
func scanLiteral(data []byte, i int, literal string) (int, problem) {
	for j := range len(literal) {
		if i+j >= len(data) {
			return len(data), endsEarly
		}
		if data[i+j] != literal[j] {
			return i + j, badValue
		}
	}
	return i + len(literal), ""
}

// appendUnescaped appends what text, the inside of a scanned string, stands for. What
// is not UTF-8 and half a surrogate pair become U+FFFD, as in encoding/json.
func appendUnescaped(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\\' && text[i+1] == 'u':
			r, size := unescapeRune(text[i:])
			dst = utf8.AppendRune(dst, r)
			i += size
		case c == '\\':
			dst = append(dst, unescapeByte(text[i+1]))
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
	return dst
}

func unescapeByte(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// unescapeRune returns the rune of the \u escape, or pair of them, at the start of text, and their length.
func unescapeRune(text []byte) (rune, int) {
	r := hexRune(text[2:6])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
		if pair := utf16.DecodeRune(r, hexRune(text[8:12])); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
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
