package diag

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/invisible"
)

const (
	maxWidth   = 110 // columns of a source line that are shown
	leftWidth  = 50  // columns that are shown before the caret of a line that is cut
	lineMargin = "  "
	tabShown   = "    "
)

// WriteText writes each diagnostic as [Diagnostic.String] has it, followed by its source line and a line that underlines
// the place, where src has the file. Long lines are cut around the place; control characters are shown escaped.
func (l List) WriteText(w io.Writer, src Sources) error {
	out := bufio.NewWriter(w)
	lines := newLineReader(src)
	for _, d := range l {
		fmt.Fprintln(out, d)
		if line, ok := lines.line(d.Pos); ok && d.Pos.Column > 0 {
			text, mark := excerpt(line, d.Pos.Column-1, max(d.Length, 1))
			fmt.Fprintf(out, "%s%s\n%s%s\n", lineMargin, text, lineMargin, mark)
		}
	}
	return out.Flush()
}

// excerpt returns line as it is shown, and the line below it that marks length bytes from byte at on.
func excerpt(line []byte, at, length int) (text, mark string) {
	at = min(at, len(line))
	left := maxWidth
	if _, cut := head(line, maxWidth); cut {
		left = leftWidth
	}
	before, cutLeft := tail(line[:at], left)
	after, cutRight := head(line[at:], maxWidth-budget(before))

	var b strings.Builder
	indent, marked := 0, 0
	if cutLeft {
		b.WriteString("…")
		indent = 1
	}
	for _, c := range before {
		b.WriteString(c.text)
		indent += c.width
	}
	for _, c := range after {
		b.WriteString(c.text)
		if c.offset < length {
			marked += c.width
		}
	}
	if cutRight {
		b.WriteString("…")
	}
	return b.String(), strings.Repeat(" ", indent) + "^" + strings.Repeat("~", max(marked-1, 0))
}

// cell is one character of a source line as it is shown.
type cell struct {
	text   string
	width  int
	offset int // in bytes, from the start of the cells
}

// cost is what a cell takes of a line's budget: characters without a width are not free, so that every line is cut.
func (c cell) cost() int { return max(c.width, 1) }

func budget(cells []cell) int {
	sum := 0
	for _, c := range cells {
		sum += c.cost()
	}
	return sum
}

// head returns the first cells of s, at most limit columns, and whether something was cut off.
func head(s []byte, limit int) (cells []cell, cut bool) {
	used, offset := 0, 0
	for offset < len(s) {
		c, n := show(s[offset:])
		if used += c.cost(); used > limit {
			return cells, true
		}
		c.offset = offset
		cells = append(cells, c)
		offset += n
	}
	return cells, false
}

// tail returns the last cells of s, at most limit columns, and whether something was cut off.
func tail(s []byte, limit int) (cells []cell, cut bool) {
	start, used := len(s), 0
	for start > 0 {
		_, n := utf8.DecodeLastRune(s[:start])
		c, _ := show(s[start-n:])
		if used += c.cost(); used > limit {
			break
		}
		start -= n
	}
	cells, _ = head(s[start:], limit)
	return cells, start > 0
}

// show returns how the first character of s is shown, and its length in bytes. Characters that would move the cursor,
// break the line or hide text are shown escaped, and so is what is not UTF-8.
func show(s []byte) (c cell, n int) {
	r, n := utf8.DecodeRune(s)
	switch {
	case r == utf8.RuneError && n == 1:
		return escaped(`\x%02x`, rune(s[0])), n
	case r == '\t':
		return cell{text: tabShown, width: len(tabShown)}, n
	case invisible.Is(r) || r == '\n' || unicode.Is(unicode.Co, r):
		return escaped(`\u%04x`, r), n
	case unicode.In(r, unicode.Mn, unicode.Me):
		return cell{text: string(r)}, n
	case unicode.Is(wide, r):
		return cell{text: string(r), width: 2}, n
	}
	return cell{text: string(r), width: 1}, n
}

func escaped(format string, r rune) cell {
	text := fmt.Sprintf(format, r)
	return cell{text: text, width: len(text)}
}

// wide are the characters to which terminals give two columns: East Asian wide and fullwidth ones, and emoji.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x1100, 0x115F, 1}, {0x2E80, 0x303E, 1}, {0x3041, 0x4DBF, 1}, {0x4E00, 0xA4CF, 1}, {0xA960, 0xA97F, 1},
		{0xAC00, 0xD7A3, 1}, {0xF900, 0xFAFF, 1}, {0xFE30, 0xFE6F, 1}, {0xFF01, 0xFF60, 1}, {0xFFE0, 0xFFE6, 1},
	},
	R32: []unicode.Range32{{0x1F300, 0x1F64F, 1}, {0x1F680, 0x1F6FF, 1}, {0x1F900, 0x1FAFF, 1}, {0x20000, 0x3FFFD, 1}},
}

// visible returns s as [show] shows it.
func visible(s string) string {
	var b strings.Builder
	for rest := []byte(s); len(rest) > 0; {
		c, n := show(rest)
		b.WriteString(c.text)
		rest = rest[n:]
	}
	return b.String()
}

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
