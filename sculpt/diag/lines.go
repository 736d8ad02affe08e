package diag

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

var byteOrderMark = []byte("\uFEFF")

// Lines finds places in a file: by byte offsets, and by lines and columns in characters, as YAML counts them. Lines end at a line feed alone.
type Lines struct {
	Starts []int // offset of each line
	file   string
	data   []byte
	marks  map[int][]int // by line: the offset of every markEvery-th character, of lines that were asked for
}

// markEvery is how many characters are walked at most to find one in a long line.
const markEvery = 512

// NewLines returns the lines of a file.
func NewLines(file string, data []byte) *Lines {
	l := &Lines{file: file, data: data, Starts: []int{0}, marks: map[int][]int{}}
	for i, b := range data {
		if b == '\n' {
			l.Starts = append(l.Starts, i+1)
		}
	}
	return l
}

// Position returns the position of a byte offset, which is kept within the file.
func (l *Lines) Position(offset int) Position {
	offset = max(0, min(offset, len(l.data)))
	line := sort.SearchInts(l.Starts, offset+1)
	return Position{File: l.file, Line: line, Column: offset - l.Starts[line-1] + 1}
}

// Offset returns the byte offset of a line and a column in characters, both from 1, as YAML counts them: a byte order
// mark at the start of the file takes no column.
func (l *Lines) Offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(l.Starts) {
		return len(l.data)
	}
	at := l.Starts[line-1]
	if line == 1 && bytes.HasPrefix(l.data, byteOrderMark) {
		at += len(byteOrderMark)
	}
	steps := max(column-1, 0)
	if steps >= markEvery {
		marks := l.lineMarks(line, at)
		i := min(steps/markEvery, len(marks)-1)
		at, steps = marks[i], steps-i*markEvery
	}
	for ; steps > 0 && !l.ends(at); steps-- {
		at = l.next(at)
	}
	return at
}

// lineMarks returns the marks of a line that starts at an offset.
func (l *Lines) lineMarks(line, at int) []int {
	if marks := l.marks[line]; marks != nil {
		return marks
	}
	var marks []int
	for i := 0; ; i++ {
		if i%markEvery == 0 {
			marks = append(marks, at)
		}
		if l.ends(at) {
			break
		}
		at = l.next(at)
	}
	l.marks[line] = marks
	return marks
}

// ends reports whether a line ends at an offset.
func (l *Lines) ends(at int) bool { return at >= len(l.data) || l.data[at] == '\n' }

// next returns the offset of the character after the one at an offset.
func (l *Lines) next(at int) int {
	_, n := utf8.DecodeRune(l.data[at:])
	return at + n
}
