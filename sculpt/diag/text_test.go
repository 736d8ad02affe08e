package diag

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestWriteText(t *testing.T) {
	for name, c := range map[string]struct {
		line           string
		column, length int
		text, mark     string
	}{
		"single caret":                 {"key: value", 1, 0, "key: value", "^"},
		"underline":                    {"key: value", 6, 5, "key: value", "     ^~~~~"},
		"underline to the line's end":  {"key: value", 6, 500, "key: value", "     ^~~~~"},
		"behind the line's end":        {"key:", 5, 1, "key:", "    ^"},
		"far behind the line's end":    {"key:", 500, 3, "key:", "    ^"},
		"tab before":                   {"\tkey: x", 2, 3, "    key: x", "    ^~~"},
		"tab underlined":               {"a\tb", 2, 2, "a    b", " ^~~~~"},
		"carriage return":              {"key: x\r", 6, 1, "key: x", "     ^"},
		"wide characters":              {"日本: 語x", 9, 3, "日本: 語x", "      ^~"},
		"combining character":          {"e\u0301: x", 6, 1, "e\u0301: x", "   ^"},
		"control character":            {"a\x1bb", 3, 1, `a\u001bb`, "       ^"},
		"direction mark":               {"a\u202eb", 5, 1, `a\u202eb`, "       ^"},
		"not UTF-8":                    {"a\xffb", 2, 2, `a\xffb`, " ^~~~~"},
		"replacement character":        {"a\uFFFDb", 5, 1, "a\uFFFDb", "  ^"},
		"inside a character":           {"日x", 2, 1, `\xe6\x97\xa5x`, "    ^~~~"},
		"line of the greatest width":   {strings.Repeat("x", maxWidth), maxWidth, 1, strings.Repeat("x", maxWidth), strings.Repeat(" ", maxWidth-1) + "^"},
		"long line, at its start":      {strings.Repeat("x", 500), 2, 3, strings.Repeat("x", maxWidth) + "…", " ^~~"},
		"long line, in its middle":     {strings.Repeat("x", 500), 300, 3, "…" + strings.Repeat("x", maxWidth) + "…", strings.Repeat(" ", leftWidth+1) + "^~~"},
		"long line, at its end":        {strings.Repeat("x", 500), 500, 1, "…" + strings.Repeat("x", leftWidth+1), strings.Repeat(" ", leftWidth+1) + "^"},
		"long underline of a long one": {strings.Repeat("x", 500), 1, 400, strings.Repeat("x", maxWidth) + "…", "^" + strings.Repeat("~", maxWidth-1)},
	} {
		t.Run(name, func(t *testing.T) {
			l := List{{Pos: at(2, c.column), Length: c.length, Message: "m"}}
			got := write(t, l, "first\n"+c.line+"\nlast\n")
			lines := strings.Split(got, "\n")
			if len(lines) != 4 || lines[1] != lineMargin+c.text || lines[2] != lineMargin+c.mark {
				t.Errorf("got\n%s\nwant\n%s\n%s", got, lineMargin+c.text, lineMargin+c.mark)
			}
		})
	}
}

func TestWriteTextWithoutSourceLine(t *testing.T) {
	l := List{
		{Pos: at(9, 1), Message: "no such line"},
		{Pos: at(1, 0), Message: "no column", Severity: Warning},
		{Pos: Position{File: "other"}, Message: "no such file"},
	}
	want := "nact.yaml:9:1: no such line\nnact.yaml:1: warning: no column\nother: no such file\n"
	if got := write(t, l, "x\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var b strings.Builder
	if err := l.WriteText(&b, nil); err != nil || b.String() != want {
		t.Errorf("without sources: %v\n%s", err, b.String())
	}
}

func FuzzWriteText(f *testing.F) {
	f.Add("a: b\n", 1, 2, 1)
	f.Add("\ta: \u202e日\xff\x1b[31m\r\n", 1, 4, 900)
	f.Add(strings.Repeat("x", 1000), 1, 700, -5)
	f.Fuzz(func(t *testing.T, source string, line, column, length int) {
		got := write(t, List{{Pos: at(line, column), Length: length, Message: source}}, source)
		if rows := strings.Count(got, "\n"); rows != 1 && rows != 3 {
			t.Errorf("%d lines, want 1 or 3:\n%q", rows, got)
		}
		unseen := func(r rune) bool { // signs such as ARABIC SIGN SANAH are of the category Cf, and are seen
			return r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
		}
		if !utf8.ValidString(got) || strings.ContainsFunc(got, unseen) {
			t.Errorf("not harmless text: %q", got)
		}
	})
}

// write renders l over a nact.yaml.
func write(t *testing.T, l List, source string) string {
	t.Helper()
	var b strings.Builder
	if err := l.WriteText(&b, sourceOf(source)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sourceOf returns sources that have a nact.yaml alone.
func sourceOf(text string) Sources {
	return func(file string) []byte {
		if file == "nact.yaml" {
			return []byte(text)
		}
		return nil
	}
}
