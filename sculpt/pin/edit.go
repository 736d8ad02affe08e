package pin

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// edit puts text in the place of the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

func (e edit) apply(src []byte) []byte {
	out := make([]byte, 0, len(src)+len(e.text))
	out = append(out, src[:e.start]...)
	out = append(out, e.text...)
	return append(out, src[e.end:]...)
}

// edits returns the changes that may set the pin of an upstream, the one that reads best first. Which of them does and
// changes nothing else, only parsing the result can tell: YAML has too many forms to foresee them all.
func edits(l *lines, upstream *yaml.Node, sum string) []edit {
	if have := value(upstream, key); have != nil {
		return replacements(l, have, sum)
	}
	first := upstream.Content[0]
	document := first
	if i := index(upstream, "openapi"); i >= 0 {
		document = upstream.Content[i]
	}
	if upstream.Style&yaml.FlowStyle != 0 {
		return inFlow(l, first, document, sum)
	}
	return inBlock(l, first, document, sum)
}

// replacements put the sum where a value stands, or where one is missing.
func replacements(l *lines, have *yaml.Node, sum string) []edit {
	start := l.offset(have.Line, have.Column)
	return []edit{{start, scalarEnd(l.src, start), sum}, {start, start, " " + sum}}
}

// inBlock adds a line: below that of the document's path, or else above the first key.
func inBlock(l *lines, first, document *yaml.Node, sum string) []edit {
	at := l.offset(first.Line, first.Column)
	begin := l.start(first.Line)
	indent := l.src[begin:at]
	line := string(indent) + key + ": " + sum
	eol := l.ending(document.Line)
	after := l.start(document.Line + 1)
	below := edit{after, after, line + eol}
	if !bytes.HasSuffix(l.src[:after], []byte("\n")) {
		below.text = eol + line
	}
	return []edit{below, {begin, begin, line + eol}}
}

// inFlow adds an entry: behind the document's path, or else before the first key.
func inFlow(l *lines, first, document *yaml.Node, sum string) []edit {
	at := l.offset(first.Line, first.Column)
	before := edit{at, at, key + ": " + sum + ", "}
	end := entryEnd(l.src, l.offset(document.Line, document.Column))
	return []edit{{end, end, ", " + key + ": " + sum}, before}
}

// entryEnd returns where the entry of a flow mapping that starts at an offset ends, if its key is plain and its value a
// single line.
func entryEnd(src []byte, at int) int {
	colon := bytes.IndexByte(src[at:], ':')
	if colon < 0 {
		return at
	}
	at += colon + 1
	for at < len(src) && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	return scalarEnd(src, at)
}

// scalarEnd returns where the quoted or plain scalar, or the alias, that starts at an offset ends, if it is a single
// word.
func scalarEnd(src []byte, start int) int {
	if start < len(src) && (src[start] == '"' || src[start] == '\'') {
		if end := bytes.IndexByte(src[start+1:], src[start]); end >= 0 {
			return start + 1 + end + 1
		}
	}
	if end := bytes.IndexAny(src[start:], " \t\r\n,{}[]"); end >= 0 {
		return start + end
	}
	return len(src)
}
