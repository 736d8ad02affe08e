package invisible

import "fmt"

// Name names a character as Unicode does: U+200B ZERO WIDTH SPACE. Those that nobody writes have their code point alone, with
// what kind they are of.
func Name(c rune) string {
	point := fmt.Sprintf("U+%04X", c)
	switch {
	case names[c] != "":
		return point + " " + names[c]
	case '\uFE00' <= c && c <= '\uFE0F':
		return fmt.Sprintf("%s VARIATION SELECTOR-%d", point, c-'\uFE00'+1)
	case '\U000E0100' <= c && c <= '\U000E01EF':
		return fmt.Sprintf("%s VARIATION SELECTOR-%d", point, c-'\U000E0100'+17)
	case '\U000E0020' <= c && c <= '\U000E007F':
		return fmt.Sprintf("%s (a tag character, which hides %q)", point, c-'\U000E0000')
	case c < ' ', 0x7F <= c && c < 0xA0:
		return point + " (a control character)"
	}
	return point
}

var names = map[rune]string{
	'\u0000':     "NULL",
	'\u0007':     "BELL",
	'\u0008':     "BACKSPACE",
	'\u000D':     "CARRIAGE RETURN",
	'\u001B':     "ESCAPE",
	'\u007F':     "DELETE",
	'\u00AD':     "SOFT HYPHEN",
	'\u034F':     "COMBINING GRAPHEME JOINER",
	'\u061C':     "ARABIC LETTER MARK",
	'\u115F':     "HANGUL CHOSEONG FILLER",
	'\u1160':     "HANGUL JUNGSEONG FILLER",
	'\u17B4':     "KHMER VOWEL INHERENT AQ",
	'\u17B5':     "KHMER VOWEL INHERENT AA",
	'\u180E':     "MONGOLIAN VOWEL SEPARATOR",
	'\u200B':     "ZERO WIDTH SPACE",
	'\u200C':     "ZERO WIDTH NON-JOINER",
	'\u200D':     "ZERO WIDTH JOINER",
	'\u200E':     "LEFT-TO-RIGHT MARK",
	'\u200F':     "RIGHT-TO-LEFT MARK",
	'\u2028':     "LINE SEPARATOR",
	'\u2029':     "PARAGRAPH SEPARATOR",
	'\u202A':     "LEFT-TO-RIGHT EMBEDDING",
	'\u202B':     "RIGHT-TO-LEFT EMBEDDING",
	'\u202C':     "POP DIRECTIONAL FORMATTING",
	'\u202D':     "LEFT-TO-RIGHT OVERRIDE",
	'\u202E':     "RIGHT-TO-LEFT OVERRIDE",
	'\u2060':     "WORD JOINER",
	'\u2061':     "FUNCTION APPLICATION",
	'\u2062':     "INVISIBLE TIMES",
	'\u2063':     "INVISIBLE SEPARATOR",
	'\u2064':     "INVISIBLE PLUS",
	'\u2066':     "LEFT-TO-RIGHT ISOLATE",
	'\u2067':     "RIGHT-TO-LEFT ISOLATE",
	'\u2068':     "FIRST STRONG ISOLATE",
	'\u2069':     "POP DIRECTIONAL ISOLATE",
	'\u3164':     "HANGUL FILLER",
	'\uFEFF':     "ZERO WIDTH NO-BREAK SPACE",
	'\uFFA0':     "HALFWIDTH HANGUL FILLER",
	'\U000E0001': "LANGUAGE TAG",
}
