package plandiff

import (
	"fmt"
	"strings"
	"unicode"
)

// Of texts with more than maxShown characters, only a part is shown, which begins leadShown characters before they differ.
const (
	maxShown  = 200
	leadShown = 40
)

// excerpt cuts two long texts to the part in which they differ.
func excerpt(before, after string) (string, string) {
	was, is := []rune(before), []rune(after)
	if len(was) <= maxShown && len(is) <= maxShown {
		return before, after
	}
	same := 0
	for same < len(was) && same < len(is) && was[same] == is[same] {
		same++
	}
	start := max(same-leadShown, 0)
	return clip(was, start), clip(is, start)
}

func clip(text []rune, start int) string {
	if len(text) == 0 {
		return ""
	}
	var b strings.Builder
	if start > 0 {
		b.WriteString("…")
	}
	end := min(start+maxShown, len(text))
	b.WriteString(string(text[start:end]))
	if end < len(text) {
		b.WriteString("…")
	}
	return b.String()
}

// visible returns text in which every character shows: those that control, format or hide are escaped.
func visible(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsGraphic(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\u{%X}`, r)
		}
	}
	return b.String()
}
