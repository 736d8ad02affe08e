package jsonscan

import (
	"unicode/utf16"
	"unicode/utf8"
)

// AppendUnescaped appends to dst what text, the inside of a scanned string, stands for. What
// is not UTF-8 and half a surrogate pair become U+FFFD, as in encoding/json.
func AppendUnescaped(dst, text []byte) []byte {
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
