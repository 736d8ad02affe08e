package manifest

import (
	"bytes"
	"strings"
)

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
