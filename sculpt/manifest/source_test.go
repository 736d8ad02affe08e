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

// TestCharactersThatStandInTheFile: what nobody sees is found where it stands, in a comment, a key, a recording, a folded text; a
// run of them once.
func TestCharactersThatStandInTheFile(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string // places and starts of messages
	}{
		"comment":                  {"# a\u202Eb\n" + smallManifest, []string{"1:4: U+202E RIGHT-TO-LEFT OVERRIDE "}},
		"description":              {strings.Replace(smallManifest, "description: ", "description: \u200B", 1), []string{":4:28: U+200B ZERO WIDTH SPACE "}},
		"run of tags":              {"# \U000E0041\U000E0042 \U000E0043\n" + smallManifest, []string{"1:3: U+E0041 ", "1:12: U+E0043 "}},
		"folded":                   {smallManifest + "  b:\n    description: >\n      a\n\n      é\u00AD b\n", []string{":9: U+00AD SOFT HYPHEN "}},
		"key":                      {smallManifest + "  \"b\\u200B\": {description: x}\n", []string{`5:3: tool "b\u200b" is no name`}},
		"line ends and order mark": {"\uFEFF" + strings.ReplaceAll(smallManifest, "\n", "\r\n"), nil},
		"emoji and Persian":        {"# ❤\uFE0F 👩\u200D🔬 می\u200Cخواهم\n" + smallManifest, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, list := Parse("nact.yaml", []byte(c.text))
			if len(list) != len(c.want) {
				t.Fatalf("got %v, want %q", list, c.want)
			}
			for i, want := range c.want {
				if !strings.Contains(list[i].String(), want) {
					t.Errorf("got %v, want %s", list[i], want)
				}
			}
		})
	}
}
