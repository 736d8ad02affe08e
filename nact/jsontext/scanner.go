package jsontext

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth bounds how deep a text may nest that a [Scanner] reads.
const MaxDepth = 32

// Scanner reads one JSON text, and is stricter than encoding/json: a member
// that stands twice, a surrogate without its other half and anything after the
// text are errors. It is sticky: after the first error all methods do nothing,
// and loops end. Strings that it returns are pieces of the text where they can be.
type Scanner struct {
	text  string
	at    int
	depth int
	err   error
}

// NewScanner returns a scanner that is about to read text.
func NewScanner(text string) Scanner {
	s := Scanner{text: text}
	if !utf8.ValidString(text) {
		s.fail("the text is not valid UTF-8")
	}
	s.space()
	return s
}

// fail keeps the first error, with its place.
func (s *Scanner) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format+" (byte %d)", append(args, s.at)...)
	}
}

// End checks that nothing follows, and returns the error that the scanner met.
func (s *Scanner) End() error {
	if s.err == nil && s.at < len(s.text) {
		s.fail("something follows the JSON text")
	}
	return s.err
}

func (s *Scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// Peek returns the next byte, or 0 at the end and after an error.
func (s *Scanner) Peek() byte {
	if s.err != nil || s.at >= len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// take consumes c and the space after it, if c is next.
func (s *Scanner) take(c byte) bool {
	if s.Peek() != c {
		return false
	}
	s.at++
	s.space()
	return true
}

func (s *Scanner) expect(c byte) {
	if s.err == nil && !s.take(c) {
		s.fail("%q was expected", string(c))
	}
}

// Object calls member with the name of every member of the object that is next; member must read the value.
func (s *Scanner) Object(member func(name string)) {
	s.enter('{')
	var names nameSet
	for first := true; s.err == nil && !s.take('}'); first = false {
		if !first {
			s.expect(',')
		}
		name := s.string()
		if s.err == nil && !names.add(name) {
			s.fail("the member %.60q stands twice", name)
		}
		s.expect(':')
		if s.err == nil {
			member(name)
		}
	}
	s.depth--
}

// Array calls element for every element of the array that is next; element must read it.
func (s *Scanner) Array(element func(index int)) {
	s.enter('[')
	for i := 0; s.err == nil && !s.take(']'); i++ {
		if i > 0 {
			s.expect(',')
		}
		if s.err == nil {
			element(i)
		}
	}
	s.depth--
}

func (s *Scanner) enter(c byte) {
	s.expect(c)
	if s.depth++; s.depth > MaxDepth {
		s.fail("the text is nested more than %d levels deep", MaxDepth)
	}
}

// Value reads the value that is next, whatever it is: a string, an int64, a
// [json.Number] that is none or is not written as one, a bool, nil, or an empty
// []any or map[string]any that stands for an array or an object, whose content
// is checked and dropped.
func (s *Scanner) Value() any {
	switch c := s.Peek(); {
	case c == '"':
		return s.string()
	case c == '{':
		s.Object(func(string) { s.Value() })
		return map[string]any(nil)
	case c == '[':
		s.Array(func(int) { s.Value() })
		return []any(nil)
	case c == '-' || '0' <= c && c <= '9':
		return s.number()
	}
	for _, literal := range []struct {
		word  string
		value any
	}{{"true", true}, {"false", false}, {"null", nil}} {
		if s.err == nil && strings.HasPrefix(s.text[s.at:], literal.word) {
			s.at += len(literal.word)
			s.space()
			return literal.value
		}
	}
	s.fail("a JSON value was expected")
	return nil
}

// Raw reads the value that is next, whatever it is, and returns it as it is written.
func (s *Scanner) Raw() string {
	start := s.at
	s.Value()
	if s.err != nil {
		return ""
	}
	return strings.TrimRight(s.text[start:s.at], " \t\n\r")
}

// StringValue reads the value that is next, whatever it is, and returns it if it is a string.
func (s *Scanner) StringValue() (text string, ok bool) {
	if s.Peek() != '"' {
		s.Value()
		return "", false
	}
	return s.string(), true
}

func (s *Scanner) number() any {
	start := s.at
	s.skip("-")
	if s.Peek() == '0' {
		s.at++
	} else {
		s.digits()
	}
	if s.skip(".") {
		s.digits()
	}
	if s.skip("eE") {
		s.skip("+-")
		s.digits()
	}
	literal := s.text[start:s.at]
	s.space()
	if len(literal) <= len("-9223372036854775808") {
		if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
			return n
		}
	}
	return json.Number(literal)
}

// skip consumes one byte if it is one of set.
func (s *Scanner) skip(set string) bool {
	c := s.Peek()
	if c == 0 || strings.IndexByte(set, c) < 0 {
		return false
	}
	s.at++
	return true
}

func (s *Scanner) digits() {
	start := s.at
	for s.skip("0123456789") {
	}
	if s.at == start {
		s.fail("a digit was expected")
	}
}

// string reads the string that is next. Without escapes it is a piece of the text and costs nothing.
func (s *Scanner) string() string {
	if s.Peek() != '"' {
		s.fail("a string was expected")
		return ""
	}
	s.at++
	start := s.at
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '"':
			plain := s.text[start:s.at]
			s.at++
			s.space()
			return plain
		case c == '\\':
			return s.escaped(start)
		case c < ' ':
			s.fail("a control character in a string must be escaped")
			return ""
		}
		s.at++
	}
	s.fail("the string does not end")
	return ""
}

// escaped reads on in a string that began at start and has an escape here.
func (s *Scanner) escaped(start int) string {
	b := append(make([]byte, 0, 2*(s.at-start)+16), s.text[start:s.at]...)
	for s.err == nil && s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '"':
			s.at++
			s.space()
			return string(b)
		case c == '\\':
			b = s.escape(b)
			continue
		case c < ' ':
			s.fail("a control character in a string must be escaped")
		}
		b = append(b, c)
		s.at++
	}
	s.fail("the string does not end")
	return ""
}

// escape appends what the escape that is next stands for.
func (s *Scanner) escape(b []byte) []byte {
	s.at++
	c := s.Peek()
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 && c != 0 {
		s.at++
		return append(b, "\"\\/\b\f\n\r\t"[i])
	}
	if c != 'u' {
		s.fail("no escape is spelled like this")
		return b
	}
	r := s.unit()
	if utf16.IsSurrogate(r) {
		low := rune(-1)
		if strings.HasPrefix(s.text[s.at:], `\u`) {
			s.at++
			low = s.unit()
		}
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			s.fail("a surrogate stands without its other half")
		}
	}
	return utf8.AppendRune(b, r)
}

// unit reads u and four hexadecimal digits.
func (s *Scanner) unit() rune {
	if s.at+5 <= len(s.text) {
		if n, err := strconv.ParseUint(s.text[s.at+1:s.at+5], 16, 16); err == nil {
			s.at += 5
			return rune(n)
		}
	}
	s.fail("four hexadecimal digits were expected")
	return 0
}
