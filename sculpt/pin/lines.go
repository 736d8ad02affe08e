package pin

import (
	"bytes"
	"unicode/utf8"
)

// lines finds places in a text by line and column, both from 1, as YAML counts them.
type lines struct {
	src    []byte
	starts []int // offset of each line
}

func newLines(src []byte) *lines {
	l := &lines{src: src, starts: []int{0}}
	for i, b := range src {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// start returns the offset of a line's first byte; that of the end for a line below the last.
func (l *lines) start(line int) int {
	if line > len(l.starts) {
		return len(l.src)
	}
	return l.starts[max(line, 1)-1]
}

// offset returns the offset of a character, kept within its line.
func (l *lines) offset(line, column int) int {
	at, end := l.start(line), l.start(line+1)
	for range column - 1 {
		if at >= end {
			break
		}
		_, size := utf8.DecodeRune(l.src[at:end])
		at += size
	}
	return at
}

// ending returns the line break at the end of a line, or the text's first one if that line is the last.
func (l *lines) ending(line int) string {
	at := bytes.IndexByte(l.src[l.start(line):], '\n') + l.start(line)
	if at < l.start(line) {
		at = bytes.IndexByte(l.src, '\n')
	}
	if at > 0 && l.src[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
