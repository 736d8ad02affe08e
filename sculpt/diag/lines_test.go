package diag

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOffsetIsTheInverseOfPosition(t *testing.T) {
	data := "a: b\n\n" + strings.Repeat("日x", 3*markEvery) + "\r\n" + strings.Repeat("y", markEvery) + "\nend"
	l := NewLines("nact.yaml", []byte(data))
	for at := 0; at < len(data); {
		pos := l.Position(at)
		start := l.Starts[pos.Line-1]
		characters := utf8.RuneCountInString(data[start:at]) + 1
		if got := l.Offset(pos.Line, characters); got != at {
			t.Fatalf("character %d of line %d is at %d, want %d", characters, pos.Line, got, at)
		}
		if text := data[start:at]; strings.Contains(text, "\n") || pos.Column != len(text)+1 {
			t.Fatalf("offset %d is at %v, behind %q", at, pos, text)
		}
		_, n := utf8.DecodeRuneInString(data[at:])
		at += n
	}
}

func TestOffsetStaysInTheFile(t *testing.T) {
	l := NewLines("nact.yaml", []byte("ab\ncd"))
	for _, c := range []struct{ line, column, want int }{
		{0, 1, 0}, {1, 0, 0}, {1, 99, 2}, {1, 9 * markEvery, 2}, {2, 99, 5}, {3, 1, 5},
	} {
		if got := l.Offset(c.line, c.column); got != c.want {
			t.Errorf("offset of %d:%d is %d, want %d", c.line, c.column, got, c.want)
		}
	}
}
