package pin

import (
	"bytes"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/author/yamltext"
)

// edits returns the changes that may set the pin of an upstream, the one that reads best first. Which of them does and
// changes nothing else, only parsing the result can tell: YAML has too many forms to foresee them all.
func edits(l *yamltext.Lines, upstream *yaml.Node, sum string) []yamltext.Edit {
	if have := yamltext.Value(upstream, key); have != nil {
		return replacements(l, have, sum)
	}
	first := upstream.Content[0]
	document := first
	if i := yamltext.Index(upstream, "openapi"); i >= 0 {
		document = upstream.Content[i]
	}
	if upstream.Style&yaml.FlowStyle != 0 {
		return inFlow(l, first, document, sum)
	}
	return inBlock(l, first, document, sum)
}

// replacements put the sum where a value stands, or where one is missing.
func replacements(l *yamltext.Lines, have *yaml.Node, sum string) []yamltext.Edit {
	start := l.Offset(have.Line, have.Column)
	return []yamltext.Edit{{Start: start, End: scalarEnd(l.Src, start), Text: sum}, {Start: start, End: start, Text: " " + sum}}
}

// inBlock adds a line: below that of the document's path, or else above the first key.
func inBlock(l *yamltext.Lines, first, document *yaml.Node, sum string) []yamltext.Edit {
	at := l.Offset(first.Line, first.Column)
	begin := l.Start(first.Line)
	indent := l.Src[begin:at]
	line := string(indent) + key + ": " + sum
	eol := l.Ending(document.Line)
	after := l.Start(document.Line + 1)
	below := yamltext.Edit{Start: after, End: after, Text: line + eol}
	if !bytes.HasSuffix(l.Src[:after], []byte("\n")) {
		below.Text = eol + line
	}
	return []yamltext.Edit{below, {Start: begin, End: begin, Text: line + eol}}
}

// inFlow adds an entry: behind the document's path, or else before the first key.
func inFlow(l *yamltext.Lines, first, document *yaml.Node, sum string) []yamltext.Edit {
	at := l.Offset(first.Line, first.Column)
	before := yamltext.Edit{Start: at, End: at, Text: key + ": " + sum + ", "}
	end := entryEnd(l.Src, l.Offset(document.Line, document.Column))
	return []yamltext.Edit{{Start: end, End: end, Text: ", " + key + ": " + sum}, before}
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
