package format

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// kind is what a token is.
type kind int

const (
	scalar   kind = iota // a scalar, or an alias
	property             // an anchor or a tag
	mark                 // one character of YAML: - : ? , { } [ ]
	marker               // --- or ..., or a directive, which is all of its line
	comment
)

// token is a part of a text.
type token struct {
	kind       kind
	start, end int
	line       int // where it starts, from 0
	block      bool
	indent     int // where it stands in the canonical layout, if it is the first of its line; -1: not known
	parent     int // of a scalar: the canonical indentation of what holds it
}

// scanned is a text with its tokens.
type scanned struct {
	text   []byte
	starts []int // of lines
	tokens []token
}

func newScanned(text []byte) *scanned {
	s := &scanned{text: text, starts: []int{0}}
	for i, b := range text {
		if b == '\n' {
			s.starts = append(s.starts, i+1)
		}
	}
	return s
}

// scan returns the tokens of a text of which root is the root.
func scan(text []byte, root *yaml.Node) (*scanned, error) {
	s := newScanned(text)
	atoms := map[int]atom{}
	if err := s.atoms(root, -1, atoms); err != nil {
		return nil, err
	}
	s.tokenize(atoms)
	if i := s.explicitKey(); i >= 0 {
		return nil, fmt.Errorf("line %d: a key behind a question mark has no canonical layout; write it as in key: value", s.tokens[i].line+1)
	}
	s.place(root, 0)
	return s, nil
}

// atom is the extent of a scalar.
type atom struct {
	end   int
	block bool // literal or folded
}

// offset returns the offset of a place in the text.
func (s *scanned) offset(line, column int) int {
	if line < 1 || line > len(s.starts) {
		return len(s.text)
	}
	at := s.starts[line-1]
	for range column - 1 {
		if at >= len(s.text) {
			break
		}
		_, size := utf8.DecodeRune(s.text[at:])
		at += size
	}
	return at
}

// start returns the offset of a node behind its anchor and its tag.
func (s *scanned) start(n *yaml.Node) int {
	at := s.offset(n.Line, n.Column)
	for at < len(s.text) && (s.text[at] == '&' || s.text[at] == '!') && n.Kind != yaml.AliasNode {
		for at < len(s.text) && !isSpace(s.text[at]) && strings.IndexByte(",[]{}", s.text[at]) < 0 {
			at++
		}
		for at < len(s.text) && isSpace(s.text[at]) {
			at++
		}
	}
	return at
}

// atoms finds the extents of the scalars below a node. Indent is the indentation of the block around it.
func (s *scanned) atoms(n *yaml.Node, indent int, found map[int]atom) error {
	at := s.start(n)
	switch {
	case n.Kind == yaml.AliasNode:
		found[at] = atom{end: at + len("*") + len(n.Value)}
	case n.Kind == yaml.ScalarNode:
		end := s.end(n, at, indent)
		if end < 0 {
			return fmt.Errorf("line %d: the end of the value is not found; nothing is written", n.Line)
		}
		if end > at {
			found[at] = atom{end, n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0}
		}
	default:
		if n.Style&yaml.FlowStyle == 0 {
			indent = n.Column - 1
		}
		for _, child := range n.Content {
			if err := s.atoms(child, indent, found); err != nil {
				return err
			}
		}
	}
	return nil
}

// end returns the end of a scalar, or -1.
func (s *scanned) end(n *yaml.Node, at, indent int) int {
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return s.blockEnd(at, indent)
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		return quotedEnd(s.text, at)
	}
	for _, c := range []byte(n.Value) {
		if isSpace(c) {
			continue
		}
		for at < len(s.text) && isSpace(s.text[at]) {
			at++
		}
		if at >= len(s.text) || s.text[at] != c {
			return -1
		}
		at++
	}
	return at
}

// header returns the header of a block scalar: | or >, and what it states.
func (s *scanned) header(at int) []byte {
	header, _, _ := bytes.Cut(s.text[at:s.lineEnd(at)], []byte("#"))
	return bytes.TrimRight(header, " \t")
}

// stated returns the indentation that the header of a block scalar states; 0 if it states none.
func stated(header []byte) int {
	if i := bytes.IndexAny(header, "123456789"); i >= 0 {
		return int(header[i] - '0')
	}
	return 0
}

// blockEnd returns the end of a block scalar: of its last line that has text, or that it keeps, or of its header.
func (s *scanned) blockEnd(at, indent int) int {
	header := s.header(at)
	keeps, content := bytes.IndexByte(header, '+') >= 0, -1
	if by := stated(header); by > 0 {
		content = max(indent, 0) + by
	}
	end := at + len(header)
	for start := s.lineEnd(at) + 1; start < len(s.text); {
		line := s.text[start:s.lineEnd(start)]
		depth := len(line) - len(bytes.TrimLeft(line, " "))
		switch {
		case depth == len(line): // empty
			if keeps {
				end = start + len(line)
			}
		case content < 0 && depth > indent:
			content = depth
			fallthrough
		case content >= 0 && depth >= content:
			end = start + len(line)
		default:
			return end
		}
		start += len(line) + 1
	}
	return end
}

func (s *scanned) lineEnd(at int) int {
	if i := bytes.IndexByte(s.text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s.text)
}

// quotedEnd returns the end of a quoted scalar, or -1.
func quotedEnd(text []byte, at int) int {
	if at >= len(text) {
		return -1
	}
	quote := text[at]
	for at++; at < len(text); at++ {
		switch {
		case text[at] == '\\' && quote == '"':
			at++
		case text[at] != quote:
		case quote == '\'' && at+1 < len(text) && text[at+1] == '\'':
			at++
		default:
			return at + 1
		}
	}
	return -1
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// tokenize finds the tokens around scalars.
func (s *scanned) tokenize(atoms map[int]atom) {
	line := 0
	add := func(k kind, start, end int, block bool) {
		s.tokens = append(s.tokens, token{kind: k, start: start, end: end, line: line, block: block, indent: -1})
	}
	for at := 0; at < len(s.text); {
		c := s.text[at]
		first := at == 0 || s.text[at-1] == '\n'
		next := at + 1
		switch a, ok := atoms[at]; {
		case ok:
			add(scalar, at, a.end, a.block)
			next = a.end
		case c == '\n' || isSpace(c):
		case c == '#':
			next = s.lineEnd(at)
			add(comment, at, at+len(bytes.TrimRight(s.text[at:next], " \t\r")), false)
		case first && (c == '%' || bytes.HasPrefix(s.text[at:], []byte("---")) || bytes.HasPrefix(s.text[at:], []byte("..."))):
			next = at + 3
			if c == '%' {
				next = s.lineEnd(at)
			}
			add(marker, at, next, false)
		case c == '&' || c == '!':
			for next < len(s.text) && !isSpace(s.text[next]) && strings.IndexByte(",[]{}", s.text[next]) < 0 {
				next++
			}
			add(property, at, next, false)
		default:
			add(mark, at, next, false)
		}
		line += bytes.Count(s.text[at:next], []byte("\n"))
		at = next
	}
}

// explicitKey returns the index of the first question mark before a key, or -1.
func (s *scanned) explicitKey() int {
	for i, t := range s.tokens {
		if t.kind == mark && s.text[t.start] == '?' {
			return i
		}
	}
	return -1
}
