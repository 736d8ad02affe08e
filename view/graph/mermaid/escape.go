package mermaid

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/internal/invisible"
)

// harmless are the characters besides letters and digits that have no meaning in a text of Mermaid, in its Markdown or in HTML.
const harmless = " .,()[]{}=!?+-"

// longest is how many characters of a text are shown: viewers refuse flowcharts with too much text.
const longest = 160

// escape returns a text for use between the quotes of a flowchart: in one line, cut if it is too long, with entities for everything but letters, digits
// and harmless characters.
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

// heading returns a text for use in a heading of Markdown.
func heading(text string) string {
	return escaped(text, func(before, c, after rune) string {
		if c == ' ' || c == '_' && letter(before) && letter(after) {
			return string(c)
		}
		return fmt.Sprintf("&#%d;", c)
	})
}

// escaped returns a text in one line, cut if it is too long, with invisible characters escaped. ASCII characters that are no letters or digits are
// replaced by what other returns for them, given the characters around.
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
