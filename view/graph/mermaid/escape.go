package mermaid

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/internal/invisible"
)

// harmless are the characters besides letters and digits that mean nothing in a text of Mermaid, in its Markdown or in HTML.
const harmless = " .,()[]{}=!?+-"

// longest is how many characters of a text are shown: what draws flowcharts refuses those with too much text.
const longest = 160

// escape returns a text that stands between quotes of a flowchart: one line, not too long, everything but letters, digits and
// what is harmless as an entity.
func escape(text string) string {
	return escaped(text, func(before, c, after rune) string {
		if strings.ContainsRune(harmless, c) || c == '/' || c == '_' && letter(before) && letter(after) {
			return string(c)
		}
		entity := fmt.Sprintf("#%d;", c)
		if c == '$' && before == '$' { // two of them would begin a formula, as entities too
			return " " + entity
		}
		return entity
	})
}

// heading returns a text that stands in a heading of Markdown.
func heading(text string) string {
	return escaped(text, func(before, c, after rune) string {
		if c == ' ' || c == '_' && letter(before) && letter(after) {
			return string(c)
		}
		return fmt.Sprintf("&#%d;", c)
	})
}

// escaped returns a text in one line, not too long, in which everything shows, with what is no letter and no digit as a function gives it.
func escaped(text string, other func(before, c, after rune) string) string {
	runes := []rune(invisible.Escape(strings.Join(strings.Fields(text), " ")))
	if len(runes) > longest {
		runes = append(runes[:longest-1:longest-1], '…')
	}
	at := func(i int) rune {
		if i < 0 || i >= len(runes) {
			return ' '
		}
		return runes[i]
	}
	var b strings.Builder
	for i, c := range runes {
		if letter(c) || c > unicode.MaxASCII {
			b.WriteRune(c)
		} else {
			b.WriteString(other(at(i-1), c, at(i+1)))
		}
	}
	return b.String()
}

func letter(c rune) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
