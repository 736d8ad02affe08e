package upstream

import (
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// malformed reports that the text is no JSON at offset i.
func (d *Decoder) malformed(i int, bad jsonscan.Problem) {
	d.fail("malformed JSON at byte " + strconv.Itoa(i) + ": " + string(bad))
}

// mismatch reports that the next value is not what is wanted, or that it is malformed.
func (d *Decoder) mismatch(wanted string) {
	start, found := d.pos, kindOf(d.peek())
	if d.Skip(); d.err == nil {
		d.pos = start
		d.fail(found + ", wanted " + wanted)
	}
}

// fail reports what is wrong where the decoder is.
func (d *Decoder) fail(what string) { d.failAt("", what) }

// failAt reports what is wrong with the member last of the innermost open object, or where the decoder is if last is empty.
func (d *Decoder) failAt(last, what string) {
	if d.err == nil {
		d.err = &misfit{text: join(d.path(last, true), what), public: join(d.path(last, false), what)}
	}
}

// misfit says what is wrong with an answer, and where.
type misfit struct{ text, public string }

func (m *misfit) Error() string { return m.text }

// Public returns the error without names that the upstream chose.
func (m *misfit) Public() string { return m.public }

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
// the innermost open object is. Without foreign names, * stands for each of them. The middle of a long path is left out.
func (d *Decoder) path(last string, foreign bool) string {
	const ends = 6 // of the elements of a path, so many from the front and so many from the back
	var path []byte
	for i, f := range d.frames {
		switch {
		case i >= ends && i < len(d.frames)-ends:
			if i == ends {
				path = append(path, "..."...)
			}
		case !f.object:
			path = append(strconv.AppendInt(append(path, '['), int64(f.index), 10), ']')
		case f.foreign && !foreign:
			path = appendMember(path, "*")
		default:
			name, _ := jsonscan.AppendUnescaped(nil, d.data[f.key.Start:f.key.End])
			path = appendMember(path, string(name))
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
	if len(name) > longest || !isName(name) && name != "*" {
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
