package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// isJSON tells JSON from YAML by its first two characters. YAML's flow style
// may start like JSON, but then hardly ever with a quoted key.
func isJSON(data []byte) bool {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) == 0 || data[0] != '{' {
		return false
	}
	data = bytes.TrimLeft(data[1:], " \t\r\n")
	return len(data) == 0 || data[0] == '"' || data[0] == '}'
}

// jsonCursor is a value of a JSON file. What is walked is checked to be JSON;
// of what is skipped, only strings and brackets are looked at.
type jsonCursor struct {
	file *file
	off  int // where the value starts
	end  int // where it ends; 0 until that is known
	key  int // where its key starts, or the value itself if it has none
}

func newJSONCursor(f *file) (cursor, error) {
	c := &jsonCursor{file: f}
	c.off = c.space(0)
	c.key = c.off
	if _, err := f.member(c, "", ""); err != nil {
		return nil, err
	}
	if rest := c.space(c.end); rest < len(f.data) {
		return nil, c.wrong(rest, "the end of the file")
	}
	return c, nil
}

func (c *jsonCursor) mark() mark { return c.file.markOf(c.key) }

func (c *jsonCursor) origin() *file { return c.file }

func (c *jsonCursor) container() nodeKind {
	switch c.byte(c.off) {
	case '{':
		return mapNode
	case '[':
		return listNode
	}
	return textNode
}

// byte returns the byte at i, or 0 behind the end.
func (c *jsonCursor) byte(i int) byte {
	if i < len(c.file.data) {
		return c.file.data[i]
	}
	return 0
}

func (c *jsonCursor) space(i int) int {
	for i < len(c.file.data) {
		switch c.file.data[i] {
		case ' ', '\t', '\r', '\n':
			i++
		default:
			return i
		}
	}
	return i
}

func (c *jsonCursor) wrong(i int, want string) error {
	if i >= len(c.file.data) {
		return errorAt(c.file.position(c.file.markOf(len(c.file.data))), "the file ends where %s is expected", want)
	}
	return errorAt(c.file.position(c.file.markOf(i)), "%q where %s is expected", c.file.data[i:i+1], want)
}

func (c *jsonCursor) members(yield func(string, cursor) error) error {
	return c.each('}', func(i int) (*jsonCursor, error) {
		name, value, err := c.member(i)
		if err == nil {
			err = yield(name, value)
		}
		return value, err
	})
}

// each calls read with the start of each member or element, up to the closing bracket. Read returns the value that is there.
func (c *jsonCursor) each(closing byte, read func(i int) (*jsonCursor, error)) error {
	i := c.space(c.off + 1)
	if c.byte(i) == closing {
		c.end = i + 1
		return nil
	}
	for {
		value, err := read(i)
		if err != nil {
			return err
		}
		next, last, err := c.next(value, closing)
		if last || err != nil {
			return err
		}
		i = next
	}
}

// member reads the key at i and finds its value.
func (c *jsonCursor) member(i int) (string, *jsonCursor, error) {
	if c.byte(i) != '"' {
		return "", nil, c.wrong(i, "a quoted key")
	}
	end, err := c.skipString(i)
	if err != nil {
		return "", nil, err
	}
	name, err := c.text(i, end)
	if err != nil {
		return "", nil, err
	}
	colon := c.space(end)
	if c.byte(colon) != ':' {
		return "", nil, c.wrong(colon, "a colon")
	}
	return name, &jsonCursor{file: c.file, off: c.space(colon + 1), key: i}, nil
}

func (c *jsonCursor) elements(yield func(cursor) error) error {
	return c.each(']', func(i int) (*jsonCursor, error) {
		value := &jsonCursor{file: c.file, off: i, key: i}
		return value, yield(value)
	})
}

// next returns where the value after the given one starts, or that the given
// one is the last of c.
func (c *jsonCursor) next(value *jsonCursor, closing byte) (int, bool, error) {
	if value.end == 0 {
		end, err := value.skip()
		if err != nil {
			return 0, false, err
		}
		value.end = end
	}
	i := c.space(value.end)
	switch c.byte(i) {
	case ',':
		return c.space(i + 1), false, nil
	case closing:
		c.end = i + 1
		return 0, true, nil
	}
	return 0, false, c.wrong(i, "a comma or a closing "+string(closing))
}

// skip returns the end of c.
func (c *jsonCursor) skip() (int, error) {
	switch c.byte(c.off) {
	case '"':
		return c.skipString(c.off)
	case '{', '[':
		return c.skipContainer()
	}
	i := c.off
	for isLiteral(c.byte(i)) {
		i++
	}
	if i == c.off {
		return 0, c.wrong(i, "a value")
	}
	return i, nil
}

func isLiteral(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '-' || b == '+' || b == '.' || b == 'E'
}

func (c *jsonCursor) skipContainer() (int, error) {
	data := c.file.data
	depth := 0
	for i := c.off; i < len(data); i++ {
		if !structural[data[i]] {
			continue
		}
		switch data[i] {
		case '"':
			end, err := c.skipString(i)
			if err != nil {
				return 0, err
			}
			i = end - 1
		case '{', '[':
			depth++
		default:
			depth--
			if depth == 0 {
				return i + 1, nil
			}
		}
	}
	return 0, c.truncated()
}

// structural are the bytes that matter to whoever skips a container: most are
// none, and one look at a table is faster than five comparisons.
var structural = [256]bool{'"': true, '{': true, '}': true, '[': true, ']': true}

// truncated says of a file that ends too early what is open at its end.
func (c *jsonCursor) truncated() error {
	data := c.file.data
	var open []int
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			end, err := c.skipString(i)
			if err != nil {
				return err
			}
			i = end - 1
		case '{', '[':
			open = append(open, i)
		case '}', ']':
			open = open[:max(len(open)-1, 0)]
		}
	}
	what, innermost := "the file ends where a value is expected", c.off
	if len(open) > 0 {
		innermost = open[len(open)-1]
		what = "the file ends with an object or array that is not closed"
		if len(open) > 1 {
			what = fmt.Sprintf("the file ends with %d objects and arrays that are not closed, one in the other", len(open))
		}
	}
	begin := c.file.markOf(innermost)
	return errorAt(c.file.position(c.file.markOf(len(data))), "%s; the last begins at line %d, column %d", what, begin.line, begin.column)
}

// skipString returns the end of the string that starts at i.
func (c *jsonCursor) skipString(i int) (int, error) {
	data := c.file.data
	for at := i + 1; ; {
		next := bytes.IndexByte(data[at:], '"')
		if next < 0 {
			begin := c.file.markOf(i)
			return 0, errorAt(c.file.position(c.file.markOf(len(data))), "the file ends in a text that is not closed; it begins at line %d, column %d", begin.line, begin.column)
		}
		at += next
		slashes := 0
		for data[at-1-slashes] == '\\' {
			slashes++
		}
		at++
		if slashes%2 == 0 {
			return at, nil
		}
	}
}

// text decodes the string between two offsets.
func (c *jsonCursor) text(from, to int) (string, error) {
	raw := c.file.data[from:to]
	if plain(raw) {
		return string(raw[1 : len(raw)-1]), nil
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return "", errorAt(c.file.position(c.file.markOf(from)), "the string is not JSON: %v", err)
	}
	return s, nil
}

// plain reports whether a quoted string stands for itself.
func plain(raw []byte) bool {
	for _, b := range raw {
		if b < ' ' || b == '\\' {
			return false
		}
	}
	return utf8.Valid(raw)
}

func (c *jsonCursor) scalar() (nodeKind, string, error) {
	end, err := c.skip()
	if err != nil {
		return 0, "", err
	}
	c.end = end
	raw := c.file.data[c.off:end]
	if raw[0] == '"' {
		s, err := c.text(c.off, end)
		return textNode, s, err
	}
	if !json.Valid(raw) {
		return 0, "", errorAt(c.file.position(c.file.markOf(c.off)), "%q is not a JSON value", raw)
	}
	switch raw[0] {
	case 'n':
		return nullNode, "null", nil
	case 't', 'f':
		return boolNode, string(raw), nil
	}
	if bytes.ContainsAny(raw, ".eE") {
		return floatNode, string(raw), nil
	}
	return intNode, string(raw), nil
}
