package lsp

import (
	"bytes"
	"fmt"
	"net/url"
	"path/filepath"
	"unicode/utf8"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// text is the content of a file, with what it takes to find places in it. It is not changed.
type text struct {
	data  []byte
	lines []int // where each line begins
	utf8  bool  // positions of the protocol count bytes; otherwise units of UTF-16
}

func newText(data []byte, utf8 bool) *text {
	t := &text{data: data, lines: []int{0}, utf8: utf8}
	for i, c := range data {
		if c == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// line returns where a line begins, and where it ends, without its line break. Lines behind the last are empty.
func (t *text) line(n int) (start, end int) {
	if n < 0 || n >= len(t.lines) {
		return len(t.data), len(t.data)
	}
	start, end = t.lines[n], len(t.data)
	if n+1 < len(t.lines) {
		end = t.lines[n+1] - 1
	}
	if end > start && t.data[end-1] == '\r' {
		end--
	}
	return start, end
}

// offset returns the byte that a position of the protocol means; one behind the end of a line means the end.
func (t *text) offset(p position) int {
	at, end := t.line(p.Line)
	for units := 0; at < end && units < p.Character; {
		r, size := utf8.DecodeRune(t.data[at:end])
		at += size
		units += t.units(r, size)
	}
	return at
}

// position is the position of a byte.
func (t *text) position(offset int) position {
	offset = max(0, min(offset, len(t.data)))
	line := bytes.Count(t.data[:offset], []byte("\n"))
	p := position{Line: line}
	for at := t.lines[line]; at < offset; {
		r, size := utf8.DecodeRune(t.data[at:])
		at += size
		p.Character += t.units(r, size)
	}
	return p
}

// units is how much of a line a character takes.
func (t *text) units(r rune, size int) int {
	switch {
	case t.utf8:
		return size
	case r > 0xFFFF:
		return 2
	}
	return 1
}

// span is the range between two bytes.
func (t *text) span(start, end int) span { return span{t.position(start), t.position(end)} }

// at is the byte at the place of a finding.
func (t *text) at(p diag.Position) int {
	start, end := t.line(p.Line - 1)
	return min(start+max(p.Column-1, 0), end)
}

// place is the place of a byte, as findings have it.
func (t *text) place(offset int) diag.Position {
	line := bytes.Count(t.data[:offset], []byte("\n"))
	return diag.Position{Line: line + 1, Column: offset - t.lines[line] + 1}
}

// found is the range of a finding, of one character at least where there is one.
func (t *text) found(p diag.Position, length int) span {
	start := t.at(p)
	_, end := t.line(p.Line - 1)
	if p.Column == 0 {
		return t.span(start, end)
	}
	return t.span(start, max(start, min(start+max(length, 1), end)))
}

// edited returns the text with a change.
func (t *text) edited(c contentChange) *text {
	if c.Range == nil {
		return newText([]byte(c.Text), t.utf8)
	}
	start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
	return newText(replaced(t.data, start, max(start, end), c.Text), t.utf8)
}

// replaced returns data with other text between two bytes.
func replaced(data []byte, start, end int, with string) []byte {
	return bytes.Join([][]byte{data[:start], data[end:]}, []byte(with))
}

// pathOf returns the absolute path of the file that a URI names.
func pathOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", fmt.Errorf("%q is no address of a file; only files are looked at", uri)
	}
	return filepath.FromSlash(u.Path), nil
}

// uriOf returns the URI of the file at a path.
func uriOf(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}
