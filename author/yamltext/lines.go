package yamltext

import (
	"bytes"
	"unicode/utf8"
)

// Lines finds places in a text by line and column, both from 1, as YAML counts them.
type Lines struct {
	Src    []byte
	starts []int // offset of each line
}

// NewLines divides a text.
func NewLines(src []byte) *Lines {
	l := &Lines{Src: src, starts: []int{0}}
	for i, b := range src {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// Start returns the offset of a line's first byte; that of the end for a line below the last.
func (l *Lines) Start(line int) int {
	if line > len(l.starts) {
		return len(l.Src)
	}
	return l.starts[max(line, 1)-1]
}

// Offset returns the offset of a character, kept within its line.
func (l *Lines) Offset(line, column int) int {
	at, end := l.Start(line), l.Start(line+1)
	for range column - 1 {
		if at >= end {
			break
		}
		_, size := utf8.DecodeRune(l.Src[at:end])
		at += size
	}
	return at
}

// Ending returns the line break at the end of a line, or the text's first one if that line is the last.
func (l *Lines) Ending(line int) string {
	at := bytes.IndexByte(l.Src[l.Start(line):], '\n') + l.Start(line)
	if at < l.Start(line) {
		at = bytes.IndexByte(l.Src, '\n')
	}
	if at > 0 && l.Src[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// Count returns how many lines there are; what follows the last line break is one, too.
func (l *Lines) Count() int { return len(l.starts) }
