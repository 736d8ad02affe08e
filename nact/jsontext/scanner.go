package jsontext

import (
	"encoding/json"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// MaxDepth bounds how deep a text may nest that a [Scanner] reads.
const MaxDepth = 32

// Scanner reads one JSON text, and is stricter than encoding/json: a member
// that stands twice, a surrogate without its other half and anything after the
// text are errors. It is sticky: after the first error all methods do nothing,
// and loops end. Strings that it returns are pieces of the text where they can be.
type Scanner struct {
	text  string
	data  []byte // the same
	at    int
	depth int
	err   error
}

// NewScanner returns a scanner that is about to read text.
func NewScanner(text string) Scanner {
	s := Scanner{text: text, data: []byte(text)}
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

func (s *Scanner) space() { s.at = jsonscan.Space(s.data, s.at) }

// scanned moves behind the part of the text that ends at end, and returns it. If wrong says that the text is malformed there, that becomes
// the error.
func (s *Scanner) scanned(end int, wrong jsonscan.Problem) string {
	start := s.at
	if s.at = end; wrong != "" {
		s.fail("%s", wrong)
		return ""
	}
	s.space()
	return s.text[start:end]
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
	names := make(map[string]bool)
	for first := true; s.err == nil && !s.take('}'); first = false {
		if !first {
			s.expect(',')
		}
		name := s.string()
		if s.err == nil && names[name] {
			s.fail("the member %.60q stands twice", name)
		}
		names[name] = true
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

// Value reads the value that is next, whatever it is: a string; an int64, or a
// [json.Number] for a number that is not written as one; a bool; nil; or an empty
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
		if end, wrong := jsonscan.Literal(s.data, s.at, literal.word); s.err == nil && wrong == "" {
			s.scanned(end, "")
			return literal.value
		}
	}
	s.fail("a JSON value was expected")
	return nil
}

// Argument reads the value that is next as Value does, but for an array, whose elements it returns, each as Value does.
func (s *Scanner) Argument() any {
	if s.Peek() != '[' {
		return s.Value()
	}
	list := []any{}
	s.Array(func(int) { list = append(list, s.Value()) })
	return list
}

// Raw reads the value that is next, whatever it is, and returns it as it is written.
func (s *Scanner) Raw() string {
	end, wrong := jsonscan.Value(s.data, s.at, MaxDepth)
	start := s.at
	if s.Value(); s.err != nil || wrong != "" {
		return ""
	}
	return s.text[start:end]
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
	literal := s.scanned(jsonscan.Number(s.data, s.at))
	if len(literal) <= len("-9223372036854775808") {
		if n, err := strconv.ParseInt(literal, 10, 64); err == nil && literal != "-0" {
			return n
		}
	}
	return json.Number(literal)
}

// string reads the string that is next. Without escapes it is a piece of the text and costs nothing.
func (s *Scanner) string() string {
	if s.Peek() != '"' {
		s.fail("a string was expected")
		return ""
	}
	end, form, wrong := jsonscan.String(s.data, s.at)
	if wrong != "" || form&jsonscan.Escaped == 0 {
		quoted := s.scanned(end, wrong)
		return quoted[min(1, len(quoted)):max(0, len(quoted)-1)]
	}
	text, halves := jsonscan.AppendUnescaped(nil, s.data[s.at+1:end-1])
	if halves {
		s.fail("the string has a surrogate without its other half")
	}
	s.scanned(end, "")
	return string(text)
}
