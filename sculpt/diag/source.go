package diag

import (
	"bytes"
	"unicode/utf8"
)

// Sources returns the bytes of a file that diagnostics name, or nil if they cannot be had. A nil Sources has none.
type Sources func(file string) []byte

// lineReader finds lines in sources; it reads and splits every file once.
type lineReader struct {
	src   Sources
	files map[string][][]byte
}

func newLineReader(src Sources) *lineReader {
	return &lineReader{src: src, files: map[string][][]byte{}}
}

// line returns the line at pos without its end, and whether there is one.
func (r *lineReader) line(pos Position) ([]byte, bool) {
	if r.src == nil || pos.Line <= 0 {
		return nil, false
	}
	lines, ok := r.files[pos.File]
	if !ok {
		lines = bytes.Split(r.src(pos.File), []byte("\n"))
		r.files[pos.File] = lines
	}
	if pos.Line > len(lines) {
		return nil, false
	}
	return bytes.TrimSuffix(lines[pos.Line-1], []byte("\r")), true
}

// characters returns the column and the end column of d (exclusive) in characters, both from 1. Without the source line
// a byte is taken for a character. A diagnostic without a column has the columns 0, 0.
func (r *lineReader) characters(d Diagnostic) (column, end int) {
	if d.Pos.Column <= 0 {
		return 0, 0
	}
	first, last := d.Pos.Column-1, d.Pos.Column-1+max(d.Length, 1)
	line, ok := r.line(d.Pos)
	if !ok {
		return first + 1, last + 1
	}
	column = utf8.RuneCount(line[:min(first, len(line))]) + 1
	return column, max(utf8.RuneCount(line[:min(last, len(line))])+1, column+1)
}
