package manifest

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// maxSize is how many bytes the files of a manifest have at most, each and all together. A tool takes 400 bytes or more; as it is read, sixty times as much.
const maxSize = 32 << 20

var byteOrderMark = []byte("\uFEFF")

// source is the text of a manifest. It turns byte offsets into positions, and the lines and columns of YAML nodes into
// byte offsets. Lines end at a line feed alone: [source.check] refuses every other character that YAML takes for a
// line's end.
type source struct {
	file  string
	data  []byte
	lines *diag.Lines
}

func newSource(file string, data []byte) *source {
	return &source{file: file, data: data, lines: diag.NewLines(file, data)}
}

// pos returns the position of a byte offset, which is kept within the file.
func (s *source) pos(offset int) diag.Position { return s.lines.Position(offset) }

// offset returns the byte offset of a line and a column as YAML counts them.
func (s *source) offset(line, column int) int { return s.lines.Offset(line, column) }

// written returns how many bytes a character takes at an offset, where it may be an escape of a double-quoted scalar.
func (s *source) written(at int) int {
	if at >= len(s.data) {
		return 0
	}
	if s.data[at] == '\\' && at+1 < len(s.data) {
		return 2 + map[byte]int{'x': 2, 'u': 4, 'U': 8}[s.data[at+1]]
	}
	_, n := utf8.DecodeRune(s.data[at:])
	return n
}

// line returns the text of the line at offset without its end, and the offset at which it starts.
func (s *source) line(offset int) (text []byte, start int) {
	line := s.pos(offset).Line
	start = s.lines.Starts[line-1]
	text = s.data[start:]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	return bytes.TrimSuffix(text, []byte("\r")), start
}

// before returns what stands before an offset in its line, and where the line starts.
func (s *source) before(at int) (text []byte, start int) {
	line, start := s.line(at)
	return line[:min(at-start, len(line))], start
}

// word returns the text from an offset up to the next blank or the line's end.
func (s *source) word(at int) string {
	text := s.data[at:]
	for i, b := range text {
		if isBlank(b) || b == '\n' || b == '\r' {
			return string(text[:i])
		}
	}
	return string(text)
}

// check reports whether the file can be read as YAML as far as the bytes themselves go; if not, the first thing against it is
// added to found.
func (s *source) check(found *findings) bool {
	if len(s.data) > maxSize {
		found.errorf(place{s.pos(0), 1}, "too-large", "this file has more than %d MiB", maxSize>>20)
		return false
	}
	if bytes.HasPrefix(s.data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(s.data, []byte{0xFE, 0xFF}) {
		found.errorf(place{s.pos(0), 1}, "encoding", "this file is UTF-16; save it as UTF-8")
		return false
	}
	for i := len(bytes.TrimPrefix(s.data, byteOrderMark)); i > 0; {
		at := len(s.data) - i
		r, n := utf8.DecodeRune(s.data[at:])
		if problem := s.problem(at, r, n); problem != "" {
			found.errorf(place{s.pos(at), n}, "encoding", "%s", problem)
			return false
		}
		i -= n
	}
	if at := inputs.ConflictMarker(s.data); at >= 0 {
		found.errorf(place{s.pos(at), len("<<<<<<<")}, "conflict", "here begins or ends what git could not merge; choose one version, and delete the lines with <<<<<<<, ======= and >>>>>>>")
		return false
	}
	return true
}

// problem says what is wrong with the character r of n bytes at offset at, or returns "".
func (s *source) problem(at int, r rune, n int) string {
	switch {
	case r == utf8.RuneError && n == 1:
		return fmt.Sprintf("the byte 0x%02x is not UTF-8; save the file as UTF-8", s.data[at])
	case r == '\r' && !bytes.HasPrefix(s.data[at+1:], []byte("\n")):
		return "a carriage return without a line feed; end lines with a line feed"
	case r == '\t', r == '\n', r == '\r':
		return ""
	case r == '\uFEFF':
		return "a byte order mark inside the file; remove it"
	case r < ' ', r >= 0x7F && r < 0xA0, r == '\u2028', r == '\u2029', r == '\uFFFE', r == '\uFFFF':
		return fmt.Sprintf(`the character U+%04X cannot stand in a manifest; remove it, or write "\u%04x" in double quotes`, r, r)
	}
	return ""
}

// checkCharacters reports characters that nobody sees, wherever they stand in the file as such, be it in a comment or a recording.
// Of several in a row the first is reported.
func checkCharacters(src *source, found *findings) {
	text, end := string(src.data), 0
	for at, c := range invisible.In(text) {
		if c == '\r' || c == '\uFEFF' {
			continue // of a line's end, or at the start of the file: [source.check] has refused others
		}
		if at > end || end == 0 {
			reportInvisible(src, at, c, found)
		}
		end = at + utf8.RuneLen(c)
	}
}

// legible reports whether the text of a scalar can be seen. What cannot is reported at its place, whether it stands there or is
// written as an escape.
func (r *reader) legible(n *yaml.Node) bool {
	for at, c := range invisible.In(n.Value) {
		reportInvisible(r.src, r.layout(n).at(at), c, r.findings)
		return false
	}
	return true
}

// reportInvisible reports a character at an offset. Both searches for such characters call it, so that a character which both find is
// listed once.
func reportInvisible(src *source, at int, c rune, found *findings) {
	found.errorf(place{src.pos(at), src.written(at)}, "invisible-character",
		"%s is not seen by those who read this, and agents do read it; remove it, or write ${\"%s\"} where it belongs to a value (in examples \"%[2]s\")",
		invisible.Name(c), escapeOf(c))
}

// escapeOf returns a character as texts of CEL and YAML have it in double quotes.
func escapeOf(c rune) string {
	if c > 0xFFFF {
		return fmt.Sprintf(`\U%08X`, c)
	}
	return fmt.Sprintf(`\u%04X`, c)
}
