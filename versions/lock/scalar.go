package lock

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// cursor reads what stands on one line.
type cursor struct {
	*scanner
	line *line
	at   int // offset in the line's text
}

func (c *cursor) rest() string { return c.line.text[c.at:] }

func (c *cursor) blanks() {
	for strings.HasPrefix(c.rest(), " ") {
		c.at++
	}
}

// skip passes over a sign that comes next, and reports whether it did.
func (c *cursor) skip(sign string) bool {
	if !strings.HasPrefix(c.rest(), sign) {
		return false
	}
	c.at += len(sign)
	return true
}

// ended reports whether nothing but a comment is left.
func (c *cursor) ended() bool {
	before := c.at
	c.blanks()
	return c.rest() == "" || c.rest()[0] == '#' && c.at > before
}

func (c *cursor) fail(length int, format string, args ...any) *syntaxError {
	return c.scanner.fail(c.line, c.at, length, "syntax", format, args...)
}

// value reads what follows a key and its colon. It returns nil if there is nothing.
func (c *cursor) value() (*node, *syntaxError) {
	if c.ended() {
		return nil, nil
	}
	if c.line.text[c.at-1] != ' ' {
		return nil, c.fail(1, "a blank is missing after the colon")
	}
	var n *node
	var err *syntaxError
	if strings.HasPrefix(c.rest(), "[") {
		n, err = c.list()
	} else {
		n, err = c.scalar("")
	}
	if err == nil && !c.ended() {
		err = c.fail(len(c.rest()), "nothing can follow the value on its line")
	}
	return n, err
}

func (c *cursor) list() (*node, *syntaxError) {
	start := c.at
	n := &node{kind: list}
	c.skip("[")
	for {
		c.blanks()
		item, err := c.scalar(",]")
		if err != nil {
			return nil, err
		}
		n.items = append(n.items, item)
		c.blanks()
		if c.skip("]") {
			n.at = c.mark(c.line, start, c.at-start)
			return n, nil
		}
		if !c.skip(",") {
			return nil, c.fail(1, "a comma or a closing bracket is missing")
		}
	}
}

// scalar reads a text in double quotes, or a word without quotes that ends before one of some signs, at a comment or
// with the line.
func (c *cursor) scalar(ends string) (*node, *syntaxError) {
	start := c.at
	if strings.HasPrefix(c.rest(), `"`) {
		text, err := c.unquote()
		if err != nil {
			return nil, err
		}
		return &node{at: c.mark(c.line, start, c.at-start), text: text, quoted: true}, nil
	}
	word := c.rest()
	if i := strings.IndexAny(word, ends+` #"'`); i >= 0 {
		word = word[:i]
	}
	if word == "" || strings.ContainsAny(word, "[]{},&*!|>%@`") || strings.HasSuffix(word, ":") {
		return nil, c.fail(max(len(word), 1), "a value of more than one word, or with signs in it, must stand in double quotes")
	}
	c.at += len(word)
	return &node{at: c.mark(c.line, start, len(word)), text: word}, nil
}

// unquote reads a text in double quotes.
func (c *cursor) unquote() (string, *syntaxError) {
	var b strings.Builder
	for c.at++; c.rest() != ""; {
		r, size := utf8.DecodeRuneInString(c.rest())
		switch {
		case r == '"':
			c.at++
			return b.String(), nil
		case r == '\\':
			escaped, size, known := unescape(c.rest())
			if !known {
				return "", c.fail(2, "there is no such escape")
			}
			b.WriteRune(escaped)
			c.at += size
		case r < ' ':
			return "", c.fail(1, "a control character in a text; write it as an escape")
		default:
			b.WriteRune(r)
			c.at += size
		}
	}
	c.at = len(c.line.text)
	return "", c.fail(1, "the closing quote is missing")
}

// unescape reads the escape at the start of s and returns its length.
func unescape(s string) (r rune, size int, known bool) {
	digits := 0
	switch {
	case strings.HasPrefix(s, `\"`), strings.HasPrefix(s, `\\`), strings.HasPrefix(s, `\/`):
		return rune(s[1]), 2, true
	case strings.HasPrefix(s, `\n`):
		return '\n', 2, true
	case strings.HasPrefix(s, `\t`):
		return '\t', 2, true
	case strings.HasPrefix(s, `\u`):
		digits = 4
	case strings.HasPrefix(s, `\U`):
		digits = 8
	}
	if digits == 0 || len(s) < 2+digits {
		return 0, 0, false
	}
	code, err := strconv.ParseUint(s[2:2+digits], 16, 32)
	if err != nil || !utf8.ValidRune(rune(code)) {
		return 0, 0, false
	}
	return rune(code), 2 + digits, true
}
