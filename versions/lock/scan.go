package lock

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// node is a value of the file: a mapping, a list of scalars, or a scalar.
type node struct {
	at      Mark
	kind    nodeKind
	text    string   // scalar
	quoted  bool     // scalar
	items   []*node  // list
	entries []*entry // mapping
}

type nodeKind int

const (
	scalar nodeKind = iota
	list
	mapping
)

// entry is a key, which is a scalar, with its value.
type entry struct{ key, value *node }

// maxDepth is how deep mappings nest at most; the format needs six levels.
const maxDepth = 12

// line is a line that is neither blank nor a comment.
type line struct {
	number int
	indent int
	text   string // without indentation
}

// syntaxError ends the reading of a file: what follows it could mean anything.
type syntaxError struct {
	at            Mark
	rule, message string
}

// scanner turns the bytes of a file into nodes.
type scanner struct {
	file  string
	lines []line
	next  int
}

// scan reads a whole file, which is one mapping. It returns nil for a file without any content.
func scan(file string, data []byte) (*node, *syntaxError) {
	s := &scanner{file: file}
	if err := s.split(data); err != nil || len(s.lines) == 0 {
		return nil, err
	}
	root, err := s.mapping(1)
	if err == nil && s.next < len(s.lines) {
		err = s.wrongIndent(&s.lines[s.next])
	}
	return root, err
}

// split finds the lines that say something, and the conflicts that a merge left behind.
func (s *scanner) split(data []byte) *syntaxError {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	number := 0
	for text := range bytes.Lines(data) {
		number++
		text = bytes.TrimRight(text, "\r\n")
		content := strings.TrimLeft(string(text), " ")
		l := line{number, len(text) - len(content), strings.TrimRight(content, " ")}
		switch {
		case !utf8.Valid(text):
			return s.fail(&l, 0, 1, "encoding", "this line is not UTF-8; restore the file")
		case conflict(text):
			return s.fail(&l, 0, len(content), "conflict", "a merge left a conflict here; take the file of the branch that was published first as it is, and run nactgen lock again")
		case l.text == "" || l.text[0] == '#':
		case l.text[0] == '\t':
			return s.fail(&l, 0, 1, "tab", "a tab in the indentation; restore the file")
		default:
			s.lines = append(s.lines, l)
		}
	}
	return nil
}

// conflict reports whether git wrote the line to separate what it could not merge.
func conflict(text []byte) bool {
	for _, marker := range []string{"<<<<<<<", "|||||||", ">>>>>>>"} {
		if bytes.HasPrefix(text, []byte(marker)) {
			return true
		}
	}
	return bytes.Equal(text, []byte("======="))
}

func (s *scanner) fail(l *line, offset, length int, rule, format string, args ...any) *syntaxError {
	return &syntaxError{s.mark(l, offset, length), rule, fmt.Sprintf(format, args...)}
}

// mark is a place in a line, by the offset in its text.
func (s *scanner) mark(l *line, offset, length int) Mark {
	return Mark{diag.Position{File: s.file, Line: l.number, Column: l.indent + offset + 1}, length}
}

func (s *scanner) wrongIndent(l *line) *syntaxError {
	return s.fail(l, 0, len(l.text), "indentation", "this line is indented otherwise than those around it")
}

// mapping reads the mapping that starts with the next line.
func (s *scanner) mapping(depth int) (*node, *syntaxError) {
	first := &s.lines[s.next]
	if depth > maxDepth {
		return nil, s.fail(first, 0, 1, "too-deep", "mappings nest more than %d levels deep", maxDepth)
	}
	n := &node{at: s.mark(first, 0, 0), kind: mapping}
	for s.next < len(s.lines) {
		l := &s.lines[s.next]
		if l.indent < first.indent {
			break
		}
		if l.indent > first.indent {
			return nil, s.wrongIndent(l)
		}
		e, err := s.entry(l, depth)
		if err != nil {
			return nil, err
		}
		n.entries = append(n.entries, e)
	}
	return n, nil
}

// entry reads a key with its value, which stands on the same line or, indented, on the next ones.
func (s *scanner) entry(l *line, depth int) (*entry, *syntaxError) {
	s.next++
	c := &cursor{scanner: s, line: l}
	key, err := c.scalar(":")
	if err != nil {
		return nil, err
	}
	if !c.skip(":") {
		return nil, s.fail(l, c.at, 1, "syntax", "a colon is missing after the key %s", key.text)
	}
	if value, err := c.value(); value != nil || err != nil {
		return &entry{key, value}, err
	}
	if s.next == len(s.lines) || s.lines[s.next].indent <= l.indent {
		return nil, s.fail(l, 0, key.at.Length, "syntax", "the key %s has no value", key.text)
	}
	value, err := s.mapping(depth + 1)
	return &entry{key, value}, err
}
