package manifest

import (
	"fmt"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/invisible"
)

// checkCharacters reports characters that nobody sees, wherever they stand in the file as such, be it in a comment or a recording.
// Of several in a row the first is reported.
func checkCharacters(src *source, found *findings) {
	text, end := string(src.data), 0
	for at, c := range invisible.In(text) {
		if c == '\r' || c == '\uFEFF' {
			continue // of a line's end, or at the start of the file: [source.check] has refused others
		}
		if at > end || end == 0 {
			reportInvisible(src, at, c, found)
		}
		end = at + utf8.RuneLen(c)
	}
}

// legible reports whether the text of a scalar can be seen. What cannot is reported at its place, whether it stands there or is
// written as an escape.
func (r *reader) legible(n *yaml.Node) bool {
	for at, c := range invisible.In(n.Value) {
		reportInvisible(r.src, r.layout(n).at(at), c, r.findings)
		return false
	}
	return true
}

// reportInvisible reports a character that stands at an offset. It says the same of one whoever finds it, so that one that
// is found twice is listed once.
func reportInvisible(src *source, at int, c rune, found *findings) {
	found.errorf(place{src.pos(at), src.written(at)}, "invisible-character",
		"%s is not seen by those who read this, and agents do read it; remove it, or write ${\"%s\"} where it belongs to a value (in examples \"%[2]s\")",
		invisible.Name(c), escapeOf(c))
}

// escapeOf returns a character as texts of CEL and YAML have it in double quotes.
func escapeOf(c rune) string {
	if c > 0xFFFF {
		return fmt.Sprintf(`\U%08X`, c)
	}
	return fmt.Sprintf(`\u%04X`, c)
}
