package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	v4 "go.yaml.in/yaml/v4"
)

// reportSyntax reports that a file is not YAML. The parser that it is read with names a line at best, so another one is asked
// for the place.
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

// locate finds out where the parser gave up that returned err.
func locate(src *source, err error) stumble {
	var second *v4.LoadError
	if errors.As(secondOpinion(src.data), &second) && second.Mark.Line > 0 {
		s := stumble{at: src.offset(second.Mark.Line, second.Mark.Column), context: -1, message: second.Message}
		if second.ContextMark.Line > 0 {
			s.context = src.offset(second.ContextMark.Line, second.ContextMark.Column)
		}
		return s
	}
	s := stumble{context: -1, message: strings.TrimPrefix(err.Error(), "yaml: ")}
	if m := namedLine.FindStringSubmatch(s.message); m != nil {
		line, _ := strconv.Atoi(m[1])
		text, start := src.line(src.offset(line, 1))
		s.at = start + len(text) - len(bytes.TrimLeft(text, " "))
		s.message = m[2]
	}
	return s
}

var namedLine = regexp.MustCompile(`(?s)^line (\d+): (.*)$`)

// secondOpinion returns what the other parser has to say against data.
func secondOpinion(data []byte) error {
	loader, err := v4.NewLoader(bytes.NewReader(data))
	for err == nil {
		var n v4.Node
		err = loader.Load(&n)
	}
	return err
}

// tabBefore returns the offset of a tab at an offset, or in the indentation of its line.
func (s *source) tabBefore(at int) (int, bool) {
	if s.character(at) == '\t' {
		return at, true
	}
	_, start := s.line(at)
	return s.tabIndent(start)
}

// explain says what an author did to make the parser stumble, in place of what the parser expected. The parsers give
// messages and no kinds of errors, so it goes by their texts, and by the characters at the place.
func (s *stumble) explain(src *source) {
	says := func(text string) bool { return strings.Contains(s.message, text) }
	at, before := src.character(s.at), src.character(s.at-1)
	inFlow := says("expected ',' or")
	switch {
	case inFlow && at == '{' && before == '$':
		s.at, s.length = s.at-1, 2
		s.message = `${...} inside { } or [ ] must be quoted; write "${...}"`
	case inFlow && (at == '{' || at == '[' || at == '?'):
		s.message = fmt.Sprintf("%q in an unquoted value inside { } or [ ]; quote the value as a whole", at)
	case inFlow && s.context >= 0 && src.endsAt(s.at):
		s.at, s.message = s.context, fmt.Sprintf("the %q here is not closed", src.character(s.context))
	case inFlow && (before == '"' || before == '\'') && unicode.IsLetter(at):
		s.message = "the quote before this ends the text; " + otherQuotes
	case inFlow && s.context >= 0 && at == ':' && src.pos(s.context).Line == src.pos(s.at).Line:
		s.message = "a colon with a blank after it cannot stand in an unquoted value; quote the value"
	case inFlow && s.context >= 0:
		open := src.pos(s.context)
		s.message = fmt.Sprintf("the %q at %d:%d is not closed here, or a comma is missing", src.character(s.context), open.Line, open.Column)
	case says("mapping values are not allowed"):
		s.message = `a colon with a blank after it cannot stand here; quote the value if the colon is part of it, or correct the indentation`
	case (says("expected key") || says("expected '-'")) && src.closesBefore(s.at):
		s.message = "text after a closing quote or bracket; quote the value as a whole, in the other kind of quotes"
	case says("expected key") || says("expected '-'"):
		s.message = "this line does not fit the lines above it; correct the indentation"
	case says("cannot start any token"):
		s.message = fmt.Sprintf("a value cannot start with %q; quote it", at)
	case says("unexpected end of stream") && s.context > 0 && src.character(s.context-1) == '}':
		s.at = s.context
		s.message = "a quote before this one ended the text; " + otherQuotes
	case says("unexpected end of stream") || says("unexpected document indicator"):
		s.at = max(s.context, 0)
		s.message = "the quote that opens here is not closed"
	case says("unknown anchor") || says("alphabetic or numeric character"):
		s.message += "; quote the value if it starts with * or &"
	case says("unknown escape character"):
		s.length = 2
		s.message = `no such escape; in double quotes a backslash is written \\, in single quotes it stands for itself`
	case says("could not find expected ':'"):
		s.at, s.message = max(s.context, 0), "a key needs a colon and a blank after it"
	case says("expected node content"):
		s.message = fmt.Sprintf("a value cannot start with %q here; quote it", at)
	case says("block sequence entries are not allowed"):
		s.message = "a list cannot start here; put it on the lines below its key"
	default:
		s.message = "not YAML: " + s.message
	}
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
