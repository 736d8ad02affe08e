package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzCursor: whatever a text is, and wherever the cursor stands in it, what is asked about that place has an answer, whose places are in the text.
func FuzzCursor(f *testing.F) {
	for _, text := range []string{manifestText, "a: {b: ['${", "a:\n- b: |\n   c\n  d: \"${x.map(y, y.", "x: ${}}}", "{]", "a: [}: {", "\r\n- - a:\n", "𝕏: ${'é"} {
		for _, at := range []int{0, len(text) / 2, len(text)} {
			f.Add(text, at)
		}
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		if at < 0 || at > len(text) {
			t.Skip()
		}
		data := []byte(text)
		if s := spotAt(data, at); s.start > at || s.start < 0 || s.prefix != text[s.start:at] || s.value && len(s.path) == 0 {
			t.Fatalf("the spot is %+v", s)
		}
		if e, ok := expressionAt(data, at); ok {
			if e.start < 0 || e.start > at || e.end < at || e.end > len(data) {
				t.Fatalf("the expression is %+v", e)
			}
			before := text[e.start:at]
			parent, prefix := chain(before)
			if !strings.HasSuffix(before, prefix) || !strings.Contains(before, parent) {
				t.Errorf("it reads %q of %q", prefix, parent)
			}
			outside(parent, bound(before))
		}
		callAt(data, at)
		lines := newText(data, false)
		if back := lines.offset(lines.position(at)); back != at && utf8.ValidString(text[:at]) && !strings.HasSuffix(text[:at], "\r") {
			t.Errorf("the position of byte %d is that of byte %d", at, back)
		}
	})
}
