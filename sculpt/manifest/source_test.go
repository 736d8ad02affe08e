package manifest

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOffsetIsTheInverseOfPos(t *testing.T) {
	data := "a: b\n\n" + strings.Repeat("日x", 3*markEvery) + "\r\n" + strings.Repeat("y", markEvery) + "\nend"
	s := newSource("nact.yaml", []byte(data))
	for at := 0; at < len(data); {
		pos := s.pos(at)
		line, start := s.line(at)
		characters := utf8.RuneCountInString(data[start:at]) + 1
		if got := s.offset(pos.Line, characters); got != at {
			t.Fatalf("character %d of line %d is at %d, want %d", characters, pos.Line, got, at)
		}
		if strings.ContainsAny(string(line), "\r\n") || start+pos.Column-1 != at {
			t.Fatalf("offset %d: the line starts at %d, column %d, and reads %q", at, start, pos.Column, line)
		}
		_, n := utf8.DecodeRuneInString(data[at:])
		at += n
	}
}

func TestOffsetStaysInTheFile(t *testing.T) {
	s := newSource("nact.yaml", []byte("ab\ncd"))
	for _, c := range []struct{ line, column, want int }{
		{0, 1, 0}, {1, 0, 0}, {1, 99, 2}, {1, 9 * markEvery, 2}, {2, 99, 5}, {3, 1, 5},
	} {
		if got := s.offset(c.line, c.column); got != c.want {
			t.Errorf("offset of %d:%d is %d, want %d", c.line, c.column, got, c.want)
		}
	}
}
