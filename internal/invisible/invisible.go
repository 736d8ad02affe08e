// Package invisible finds characters that nobody sees, and that programs and language models read all the same: control
// characters, zero-width spaces, marks that reorder a line, tags. Of "Find\u200b a city." it returns the offset 4 and
// U+200B ZERO WIDTH SPACE.
//
// Some of them belong to what is seen, and are found only where they do not:
//
//   - a zero-width joiner or non-joiner between two letters of one script in which letters join (Arabic, which Persian is
//     written in, Devanagari and its relatives, Khmer, ...); vowel signs count as letters
//   - a zero-width joiner between two emoji
//   - a variation selector 15 or 16 after a character that is shown as text or as an emoji
package invisible

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

const (
	nonJoiner     = '\u200C'
	joiner        = '\u200D'
	textSelector  = '\uFE0E'
	emojiSelector = '\uFE0F'
	keycap        = '\u20E3'
)

// tables are the characters that are invisible wherever they stand, but for control characters: those that Unicode calls ignorable by default,
// separators of lines and paragraphs, and what is no character.
var tables = []*unicode.RangeTable{
	unicode.Cf, unicode.Zl, unicode.Zp,
	unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Noncharacter_Code_Point,
}

// Is reports whether c is not seen, whatever stands around it. Line feeds and tabs are seen; other control characters are not.
func Is(c rune) bool {
	switch {
	case c == '\n' || c == '\t':
		return false
	case c < 0x7F:
		return c < ' '
	case unicode.Is(unicode.Prepended_Concatenation_Mark, c):
		return false // a sign around digits, though Unicode calls it a format character
	}
	return unicode.IsControl(c) || unicode.In(c, tables...)
}

// In returns the offset of each character in text that is not seen and does not belong to what is.
func In(text string) iter.Seq2[int, rune] {
	return func(yield func(int, rune) bool) {
		before := rune(-1) // the character in front that a joiner or selector would belong to
		for at, c := range text {
			if Is(c) && !belongs(before, c, text[at+utf8.RuneLen(c):]) && !yield(at, c) {
				return
			}
			if !carried(c) {
				before = c
			}
		}
	}
}

// carried reports whether a character leaves what may follow to the one in front of it: a mark that scripts share, a
// selector, the color of an emoji.
func carried(c rune) bool {
	return c > 0xFF && (c == emojiSelector || '\U0001F3FB' <= c && c <= '\U0001F3FF' || unicode.Is(unicode.Inherited, c) && unicode.Is(unicode.Mn, c) && !Is(c))
}

// belongs reports whether c, which is not seen itself, is needed where it stands: between the character before it and the text
// that follows.
func belongs(before, c rune, rest string) bool {
	after, _ := utf8.DecodeRuneInString(rest)
	switch c {
	case emojiSelector:
		return varies(before) || isKey(before) && after == keycap
	case textSelector:
		return varies(before)
	case joiner:
		return isEmoji(before) && isEmoji(after) || joins(before, after)
	case nonJoiner:
		return joins(before, after)
	}
	return false
}

// joining are the scripts in which a joiner or non-joiner changes how letters are shown.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya,
	unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
}

// joins reports whether two characters are letters or vowel signs of one script in which letters join.
func joins(a, b rune) bool {
	for _, script := range joining {
		if unicode.Is(script, a) {
			return unicode.Is(script, b) && unicode.In(a, unicode.L, unicode.M) && unicode.In(b, unicode.L, unicode.M)
		}
	}
	return false
}

// isEmoji reports whether c may be part of an emoji of several characters.
func isEmoji(c rune) bool { return c >= 0x2190 && unicode.In(c, unicode.So, unicode.Sm) }

// varies reports whether c is shown as text or as an emoji: a symbol, or one of the five others for which Unicode lists both.
func varies(c rune) bool {
	switch c {
	case '©', '®', '‼', '⁉', '™', 'ℹ', '〰', '〽':
		return true
	}
	return isEmoji(c)
}

// isKey reports whether c can stand on a keycap.
func isKey(c rune) bool { return '0' <= c && c <= '9' || c == '#' || c == '*' }
