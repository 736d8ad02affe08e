package upstream

import (
	"errors"
	"strconv"
	"strings"
)

// malformed reports that the text is no JSON at offset i.
func (d *Decoder) malformed(i int, bad problem) {
	d.fail("malformed JSON at byte " + strconv.Itoa(i) + ": " + string(bad))
}

// mismatch reports that the next value, which is well-formed or that is the error, is not what is wanted.
func (d *Decoder) mismatch(wanted string) {
	start, found := d.pos, kindOf(d.peek())
	if d.Skip(); d.err == nil {
		d.pos = start
		d.fail(found + ", wanted " + wanted)
	}
}

// fail reports what is wrong where the decoder is.
func (d *Decoder) fail(what string) {
	if d.err == nil {
		d.err = errors.New(join(d.path(""), what))
	}
}

// kindOf names the kind of value that begins with c.
func kindOf(c byte) string {
	switch c {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}

// path returns where the decoder is, properties.periods[3].name, or where the member last of
// the innermost open object is.
func (d *Decoder) path(last string) string {
	var path []byte
	for _, f := range d.frames {
		if f.object {
			path = appendMember(path, string(appendUnescaped(nil, d.data[f.key.start:f.key.end])))
		} else {
			path = append(strconv.AppendInt(append(path, '['), int64(f.index), 10), ']')
		}
	}
	if last != "" {
		path = appendMember(path, last)
	}
	return string(path)
}

// appendMember appends a member name to a path. Names can be the upstream's own
// text, and paths are shown: what does not look like a name is quoted, and
// what is too long for one is cut.
func appendMember(path []byte, name string) []byte {
	const longest = 40
	if len(name) > longest || !isName(name) {
		short := name[:min(len(name), longest)]
		return append(strconv.AppendQuoteToASCII(append(path, '['), short), ']')
	}
	if len(path) > 0 {
		path = append(path, '.')
	}
	return append(path, name...)
}

// isName reports whether name can stand in a path without quotes.
func isName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !(unreserved(c) && c != '.') && strings.IndexByte("@$:/", c) < 0 {
			return false
		}
	}
	return name != ""
}

// join puts the path before what is wrong there. At the top there is none.
func join(path, what string) string {
	if path == "" {
		return what
	}
	return path + ": " + what
}
