package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// reportSyntax reports that a file is not YAML.
func reportSyntax(src *source, err error, found *findings) {
	s := locate(src, err)
	if tab, ok := src.tabBefore(s.at); ok {
		reportTab(src, tab, found)
		return
	}
	s.explain(src)
	line, start := src.line(s.at)
	found.errorf(place{src.pos(s.at), min(s.length, start+len(line)-s.at)}, "yaml-syntax", "%s", s.message)
}

// stumble is where a YAML parser gave up, and why.
type stumble struct {
	at, length int
	context    int // offset of the start of the construct that is not finished, or -1
	message    string
}

// locate finds out where the parser gave up.
func locate(src *source, err error) stumble {
	s := stumble{context: -1, message: strings.TrimPrefix(err.Error(), "yaml: ")}
	var at *yaml.LoadError
	if errors.As(err, &at) && at.Mark.Line > 0 {
		s.at, s.message = src.offset(at.Mark.Line, at.Mark.Column), at.Message
		if at.ContextMark.Line > 0 {
			s.context = src.offset(at.ContextMark.Line, at.ContextMark.Column)
		}
	}
	return s
}

// tabBefore returns the offset of a tab at an offset, or in the indentation of its line.
func (s *source) tabBefore(at int) (int, bool) {
	if s.character(at) == '\t' {
		return at, true
	}
	_, start := s.line(at)
	return s.tabIndent(start)
}

// mistake is what an author did to make the parser stumble. The parser gives messages and no kinds of errors, so mistakes are known by its texts, and
// by the characters at the place.
type mistake struct {
	says    []string                       // one of these is in the parser's message
	when    func(s *stumble, c clues) bool // nil: always
	message string                         // what is said instead of the parser's message; %q stands for the character at the place
	move    func(s *stumble, c clues)      // where it is said, or what beside the message; nil: where the parser gave up
}

// clues are what stands where the parser gave up.
type clues struct {
	src        *source
	at, before rune
}

var (
	inFlow   = []string{"expected ',' or"}
	inBlock  = []string{"expected key", "expected '-'"}
	toWhere  = func(s *stumble, _ clues) { s.at = max(s.context, 0) }
	twoLong  = func(s *stumble, _ clues) { s.length = 2 }
	appended = func(s *stumble, _ clues) { s.message += "; quote the value if it starts with * or &" }
)

// mistakes are tried one after the other.
var mistakes = []mistake{
	{inFlow, func(_ *stumble, c clues) bool { return c.at == '{' && c.before == '$' }, `${...} inside { } or [ ] must be quoted; write "${...}"`,
		func(s *stumble, _ clues) { s.at, s.length = s.at-1, 2 }},
	{inFlow, func(_ *stumble, c clues) bool { return strings.ContainsRune("{[?", c.at) }, "%q in an unquoted value inside { } or [ ]; quote the value as a whole", nil},
	{inFlow, func(s *stumble, c clues) bool { return s.context >= 0 && c.src.endsAt(s.at) }, "", func(s *stumble, c clues) {
		s.at, s.message = s.context, fmt.Sprintf("the %q here is not closed", c.src.character(s.context))
	}},
	{inFlow, func(_ *stumble, c clues) bool { return (c.before == '"' || c.before == '\'') && unicode.IsLetter(c.at) }, "the quote before this ends the text; " + otherQuotes, nil},
	{inFlow, func(s *stumble, c clues) bool {
		return s.context >= 0 && c.at == ':' && c.src.pos(s.context).Line == c.src.pos(s.at).Line
	}, "a colon with a blank after it cannot stand in an unquoted value; quote the value", nil},
	{inFlow, func(s *stumble, _ clues) bool { return s.context >= 0 }, "", func(s *stumble, c clues) {
		open := c.src.pos(s.context)
		s.message = fmt.Sprintf("the %q at %d:%d is not closed here, or a comma is missing", c.src.character(s.context), open.Line, open.Column)
	}},
	{[]string{"mapping values are not allowed"}, nil, "a colon with a blank after it cannot stand here; quote the value if the colon is part of it, or correct the indentation", nil},
	{inBlock, func(s *stumble, c clues) bool { return c.src.closesBefore(s.at) }, "text after a closing quote or bracket; quote the value as a whole, in the other kind of quotes", nil},
	{inBlock, nil, "this line does not fit the lines above it; correct the indentation", nil},
	{[]string{"cannot start any token"}, nil, "a value cannot start with %q; quote it", nil},
	{[]string{"unexpected end of stream"}, func(s *stumble, c clues) bool { return s.context > 0 && c.src.character(s.context-1) == '}' },
		"a quote before this one ended the text; " + otherQuotes, toWhere},
	{[]string{"unexpected end of stream", "unexpected document indicator"}, nil, "the quote that opens here is not closed", toWhere},
	{[]string{"unknown anchor", "alphabetic or numeric character"}, nil, "", appended},
	{[]string{"unknown escape character"}, nil, `no such escape; in double quotes a backslash is written \\, in single quotes it stands for itself`, twoLong},
	{[]string{"could not find expected ':'"}, nil, "a key needs a colon and a blank after it", toWhere},
	{[]string{"expected node content"}, nil, "a value cannot start with %q here; quote it", nil},
	{[]string{"block sequence entries are not allowed"}, nil, "a list cannot start here; put it on the lines below its key", nil},
}

// explain says what an author did to make the parser stumble, in place of what the parser expected.
func (s *stumble) explain(src *source) {
	c := clues{src, src.character(s.at), src.character(s.at - 1)}
	for _, m := range mistakes {
		if !slices.ContainsFunc(m.says, func(text string) bool { return strings.Contains(s.message, text) }) || m.when != nil && !m.when(s, c) {
			continue
		}
		if m.message != "" {
			s.message = strings.ReplaceAll(m.message, "%q", strconv.QuoteRune(c.at))
		}
		if m.move != nil {
			m.move(s, c)
		}
		return
	}
	s.message = "not YAML: " + s.message
}

// otherQuotes says how text stands in an expression that stands in quotes itself.
const otherQuotes = `within quotes write those of the other kind, as in "${f('x')}"`

// character returns the character at an offset, or a line feed outside the file.
func (s *source) character(at int) rune {
	if at < 0 || at >= len(s.data) {
		return '\n'
	}
	c, _ := utf8.DecodeRune(s.data[at:])
	return c
}

// endsAt reports whether nothing but blanks and line breaks follows an offset.
func (s *source) endsAt(at int) bool {
	return len(bytes.TrimLeft(s.data[min(at, len(s.data)):], " \r\n")) == 0
}

// closesBefore reports whether a closing quote or bracket stands before the offset in its line.
func (s *source) closesBefore(at int) bool {
	line, start := s.line(at)
	before := bytes.TrimRight(line[:min(at-start, len(line))], " ")
	return len(before) > 0 && strings.IndexByte("\"']}", before[len(before)-1]) >= 0
}
