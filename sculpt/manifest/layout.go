package manifest

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// layout says where the text of a scalar stands in the source. YAML gives the decoded text and the place where the
// scalar starts; what lies between quotes, escapes, folded lines and indentation is found by reading the source beside
// the decoded text.
type layout struct {
	start, end int   // byte offsets of the scalar in the source, quotes included, anchor and tag not
	runs       []run // in the order of the text; empty if the source could not be followed, so that every offset is start
}

// run maps decoded text from the offset text on to the source. An exact run is byte for byte the same in both; the
// text of any other comes from what stands at source: an escape, a line break.
type run struct {
	text, source int
	exact        bool
}

// at returns the offset in the source of an offset in the decoded text.
func (l *layout) at(offset int) int {
	i := sort.Search(len(l.runs), func(i int) bool { return l.runs[i].text > offset })
	if i == 0 {
		return l.start
	}
	r := l.runs[i-1]
	if r.exact {
		return r.source + offset - r.text
	}
	return r.source
}

// length returns the bytes of the scalar in the source, or 0 if it spans lines.
func (l *layout) length(src *source) int {
	if bytes.IndexByte(src.data[l.start:l.end], '\n') >= 0 {
		return 0
	}
	return l.end - l.start
}

// newLayout lays out the scalar n, which starts at offset.
func newLayout(src *source, n *yaml.Node, offset int) *layout {
	t := &tracer{src: src.data, value: n.Value}
	t.at = t.properties(offset)
	start := t.at
	ok := false
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		ok = t.block(n.Style&yaml.FoldedStyle != 0)
	case n.Style&yaml.SingleQuotedStyle != 0:
		ok = t.quoted('\'')
	case n.Style&yaml.DoubleQuotedStyle != 0:
		ok = t.quoted('"')
	default:
		ok = t.plain()
	}
	if !ok {
		return &layout{start: start, end: start}
	}
	return &layout{start: start, end: t.at, runs: t.runs}
}

// tracer reads the source of a scalar and its decoded value side by side.
type tracer struct {
	src   []byte
	value string
	at    int // next byte of src
	done  int // bytes of value that are accounted for
	runs  []run
}

// properties returns the offset of the scalar itself where an anchor or a tag may stand before it.
func (t *tracer) properties(at int) int {
	for at < len(t.src) && (t.src[at] == '&' || t.src[at] == '!') {
		for at < len(t.src) && !isBlank(t.src[at]) && !t.isBreak(at) {
			at++
		}
		for at < len(t.src) && (isBlank(t.src[at]) || t.isBreak(at)) {
			at++
		}
	}
	return at
}

// same accounts for n bytes that are the same in source and value.
func (t *tracer) same(n int) bool {
	if t.at+n > len(t.src) || !strings.HasPrefix(t.value[t.done:], string(t.src[t.at:t.at+n])) {
		return false
	}
	if last := len(t.runs) - 1; last < 0 || !t.runs[last].exact || t.runs[last].source+t.done-t.runs[last].text != t.at {
		t.runs = append(t.runs, run{text: t.done, source: t.at, exact: true})
	}
	t.at += n
	t.done += n
	return true
}

// stands accounts for text of the value that comes of what is written at an offset of the source: of an escape, of a line break.
func (t *tracer) stands(text string, offset int) bool {
	if !strings.HasPrefix(t.value[t.done:], text) {
		return false
	}
	t.runs = append(t.runs, run{text: t.done, source: offset})
	t.done += len(text)
	return true
}

// plain traces an unquoted scalar. Its end is where the value ends.
func (t *tracer) plain() bool {
	for t.done < len(t.value) {
		if !t.text() {
			return false
		}
	}
	return true
}

// quoted traces a quoted scalar up to its closing quote.
func (t *tracer) quoted(quote byte) bool {
	t.at++
	for t.at < len(t.src) {
		ok := true
		switch c := t.src[t.at]; {
		case c == quote && quote == '\'' && bytes.HasPrefix(t.src[t.at:], []byte("''")):
			ok = t.stands("'", t.at)
			t.at += 2
		case c == quote:
			t.at++
			return t.done == len(t.value)
		case c == '\\' && quote == '"':
			ok = t.escape()
		default:
			ok = t.text()
		}
		if !ok {
			return false
		}
	}
	return false
}

// text traces one character, or the blanks and line breaks before the next.
func (t *tracer) text() bool {
	at := t.at
	for at < len(t.src) && isBlank(t.src[at]) {
		at++
	}
	if at < len(t.src) && t.isBreak(at) {
		return t.join(t.skipBreaks(), true)
	}
	return t.same(max(at-t.at, 1))
}

// escape traces an escape of a double-quoted scalar.
func (t *tracer) escape() bool {
	start := t.at
	t.at++
	if t.at >= len(t.src) {
		return false
	}
	if t.isBreak(t.at) {
		breaks := t.skipBreaks()
		return t.standForBreaks(breaks[1:])
	}
	switch t.src[t.at] {
	case 'x':
		t.at += 2
	case 'u':
		t.at += 4
	case 'U':
		t.at += 8
	}
	t.at++
	_, n := utf8.DecodeRuneInString(t.value[t.done:])
	return t.stands(t.value[t.done:t.done+n], start)
}

// skipBreaks skips blanks and line breaks and returns the offsets of the breaks.
func (t *tracer) skipBreaks() []int {
	var breaks []int
	for t.at < len(t.src) {
		switch c := t.src[t.at]; {
		case c == '\n':
			breaks = append(breaks, t.at)
		case c != '\r' && !isBlank(c):
			return breaks
		}
		t.at++
	}
	return breaks
}

// standForBreaks accounts for a line feed of the value for each line break of the source.
func (t *tracer) standForBreaks(breaks []int) bool {
	return !slices.ContainsFunc(breaks, func(at int) bool { return !t.stands("\n", at) })
}

func (t *tracer) isBreak(at int) bool { return t.src[at] == '\n' || t.src[at] == '\r' }

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// block traces a literal (|) or folded (>) scalar from its indicator on.
func (t *tracer) block(folded bool) bool {
	t.at = t.nextLine(t.at)
	indent, ok := t.indentation()
	if !ok {
		return false
	}
	var breaks []int // line breaks since the last line with text
	first, previousBlank := true, false
	end, textEnd := t.at, len(strings.TrimRight(t.value, "\n"))
	for t.done < textEnd {
		if !t.skipIndent(indent) {
			return false
		}
		if t.isBreak(t.at) {
			breaks = append(breaks, t.lineEnd(t.at))
			t.at = t.nextLine(t.at)
			continue
		}
		blank := isBlank(t.src[t.at])
		if !t.join(breaks, folded && !first && !blank && !previousBlank) {
			return false
		}
		end = t.lineEnd(t.at)
		if !t.same(len(bytes.TrimSuffix(t.src[t.at:end], []byte("\r")))) {
			return false
		}
		breaks, first, previousBlank = []int{end}, false, blank
		t.at = t.nextLine(end)
	}
	t.at = end
	for t.done < len(t.value) {
		t.stands("\n", end)
	}
	return true
}

// indentation returns how many spaces stand before every line of a block scalar: the spaces before its first line that
// has more than spaces, less those that the value has there.
func (t *tracer) indentation() (int, bool) {
	text := strings.TrimLeft(t.value, " \n")
	lead := t.value[:len(t.value)-len(text)]
	inValue := len(lead) - (strings.LastIndexByte(lead, '\n') + 1)
	rest := t.src[t.at:]
	trimmed := bytes.TrimLeft(rest, " \r\n")
	inSource := len(rest) - len(trimmed) - (bytes.LastIndexByte(rest[:len(rest)-len(trimmed)], '\n') + 1)
	return inSource - inValue, inSource >= inValue
}

// skipIndent skips at most n spaces and reports whether a line goes on there.
func (t *tracer) skipIndent(n int) bool {
	for ; n > 0 && t.at < len(t.src) && t.src[t.at] == ' '; n-- {
		t.at++
	}
	return t.at < len(t.src) && (n == 0 || t.isBreak(t.at))
}

// join accounts for the line breaks before a line of text. Folding turns a single one into a space and drops the first
// of several.
func (t *tracer) join(breaks []int, fold bool) bool {
	switch {
	case !fold:
		return t.standForBreaks(breaks)
	case len(breaks) == 1:
		return t.stands(" ", breaks[0])
	default:
		return t.standForBreaks(breaks[1:])
	}
}

// lineEnd returns the offset of the line feed that ends the line at an offset, or that of the end of the source.
func (t *tracer) lineEnd(at int) int {
	if i := bytes.IndexByte(t.src[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(t.src)
}

// nextLine returns the offset of the line after the one at an offset.
func (t *tracer) nextLine(at int) int {
	return min(t.lineEnd(at)+1, len(t.src))
}
