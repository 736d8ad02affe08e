package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
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

// explain says what an author did to make the parser stumble, in place of what the parser expected. The parser gives messages and no kinds of
// errors, so mistakes are known by its texts, and by the characters at the place.
func (s *stumble) explain(src *source) {
	switch at := src.character(s.at); {
	case s.explainTypography(src):
	case s.says("expected ',' or"):
		s.explainFlow(src)
	case s.says("mapping values are not allowed") && src.belowValue(s.at):
		s.message = "this line is indented as part of the value above it; indent both lines alike, or quote that value"
	case s.says("mapping values are not allowed"):
		s.message = "a colon with a blank after it cannot stand here; quote the value if the colon is part of it, or correct the indentation"
	case s.says("expected key", "expected '-'") && src.closesBefore(s.at):
		s.message = "text after a closing quote or bracket; quote the value as a whole, in the other kind of quotes"
	case s.says("expected key", "expected '-'"):
		s.message = "this line does not fit the lines above it; correct the indentation"
	case s.says("cannot start any token"):
		s.message = fmt.Sprintf("a value cannot start with %q; quote it", at)
	case s.says("unexpected end of stream") && s.context > 0 && src.character(s.context-1) == '}':
		s.atContext("a quote before this one ended the text; " + otherQuotes)
	case s.says("unexpected end of stream", "unexpected document indicator"):
		s.atContext("the quote that opens here is not closed")
	case s.says("unknown anchor", "alphabetic or numeric character"):
		s.message += "; quote the value if it starts with * or &"
	case s.says("unknown escape character"):
		s.length, s.message = 2, `no such escape; in double quotes a backslash is written \\, in single quotes it stands for itself`
	case s.says("could not find expected ':'"):
		s.atContext("a key needs a colon and a blank after it")
	case s.says("expected node content"):
		s.message = fmt.Sprintf("a value cannot start with %q here; quote it", at)
	case s.says("block sequence entries are not allowed"):
		s.message = "a list cannot start here; put it on the lines below its key"
	default:
		s.message = "not YAML: " + s.message
	}
}

// explainFlow is explain for the parser's missing a comma or the end of what stands in { } or [ ].
func (s *stumble) explainFlow(src *source) {
	at, before := src.character(s.at), src.character(s.at-1)
	switch open := src.pos(max(s.context, 0)); {
	case at == '{' && before == '$':
		s.at, s.length, s.message = s.at-1, 2, `${...} inside { } or [ ] must be quoted; write "${...}"`
	case strings.ContainsRune("{[?", at):
		s.message = fmt.Sprintf("%q in an unquoted value inside { } or [ ]; quote the value as a whole", at)
	case s.context >= 0 && src.endsAt(s.at):
		s.atContext(fmt.Sprintf("the %q here is not closed", src.character(s.context)))
	case (before == '"' || before == '\'') && unicode.IsLetter(at):
		s.message = "the quote before this ends the text; " + otherQuotes
	case s.context >= 0 && at == ':' && (open.Line == src.pos(s.at).Line || src.colonsBefore(s.at) > 0):
		s.message = "a colon with a blank after it cannot stand in an unquoted value; quote the value"
	case s.context >= 0:
		s.message = fmt.Sprintf("the %q at %d:%d is not closed here, or a comma is missing", src.character(s.context), open.Line, open.Column)
	default:
		s.message = "not YAML: " + s.message
	}
}

// explainTypography reports whether a typographic quote that is taken for a letter makes the parser stumble, and says so.
func (s *stumble) explainTypography(src *source) bool {
	before, start := src.before(s.at)
	i := bytes.LastIndexAny(before, doubleQuotes+singleQuotes)
	if i < 0 || !startsValue(before[:i]) {
		return false
	}
	quote, length := utf8.DecodeRune(before[i:])
	s.at, s.length, s.message = start+i, length, fmt.Sprintf(typographic, quote)
	return true
}

// startsValue reports whether a value can start behind the beginning of a line.
func startsValue(before []byte) bool {
	before = bytes.TrimRight(before, " ")
	return len(before) == 0 || bytes.IndexByte([]byte(":,-{["), before[len(before)-1]) >= 0
}

// says reports whether the parser's message holds one of some texts.
func (s *stumble) says(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(s.message, text) })
}

// atContext says a message at the start of the construct that is not finished.
func (s *stumble) atContext(message string) { s.at, s.message = max(s.context, 0), message }

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
	before, _ := s.before(at)
	before = bytes.TrimRight(before, " ")
	return len(before) > 0 && strings.IndexByte("\"']}", before[len(before)-1]) >= 0
}

// belowValue reports whether the line of an offset is indented further than the one above it, which has a key and a value.
func (s *source) belowValue(at int) bool {
	line, start := s.line(at)
	above, _ := s.line(max(start-1, 0))
	key, value, found := bytes.Cut(above, []byte(": "))
	indent := func(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }
	return found && len(bytes.TrimSpace(value)) > 0 && indent(line) > indent(key)
}

// colonsBefore counts the colons between keys and values that stand before an offset, in its line and behind the last comma.
func (s *source) colonsBefore(at int) int {
	before, _ := s.before(at)
	return bytes.Count(before[bytes.LastIndexByte(before, ',')+1:], []byte(": "))
}
