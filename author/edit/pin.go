package edit

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v4"
)

const key = "sha256"

// Pin returns the manifest with upstreams.<name>.sha256 set to sum: a value that is there is replaced, and one that
// is not is added below or beside the document's path. Every other byte stays as it is, comments and line ends included.
// What is pinned to sum already comes back unchanged.
//
// It returns an error, and no manifest, if that cannot be done by changing one place: if the manifest is not YAML, has no
// such upstream, or gives the upstream by an alias or in a form without a line of its own to add.
func Pin(manifest []byte, name, sum string) ([]byte, error) {
	done := false
	pinned, err := try(manifest, func(l *lines, root *yaml.Node) ([]change, error) {
		upstream, err := upstreamOf(root, name)
		if err != nil {
			return nil, err
		}
		have := valueOf(upstream, key)
		done = have != nil && have.Kind == yaml.ScalarNode && have.Value == sum
		return pins(l, upstream, plain(sum)), nil
	}, func(before, after *yaml.Node) bool { return isPinned(before, after, name, sum) })
	switch {
	case done:
		return manifest, nil
	case err != nil || pinned != nil:
		return pinned, err
	}
	return nil, fmt.Errorf("the upstream %s is written in a way that cannot be changed safely; write its line %s: %s yourself", name, key, plain(sum))
}

// isPinned reports whether a manifest says the same as before but for the pin, which is sum.
func isPinned(before, after *yaml.Node, name, sum string) bool {
	original, _ := upstreamOf(before, name)
	upstream, err := upstreamOf(after, name)
	if err != nil {
		return false
	}
	pin := valueOf(upstream, key)
	if pin == nil || pin.Kind != yaml.ScalarNode || pin.Tag != "!!str" || pin.Value != sum || pin.Anchor != "" {
		return false
	}
	return same(before, after, original, func(a, b *yaml.Node) (left, right []*yaml.Node) { return unpinned(a), unpinned(b) })
}

// unpinned is the content of a mapping without its pin.
func unpinned(n *yaml.Node) []*yaml.Node {
	if i := indexOf(n, key); i >= 0 {
		return slices.Concat(n.Content[:i], n.Content[i+2:])
	}
	return n.Content
}

// digits is a sum that YAML takes for a number.
var digits = regexp.MustCompile(`^[0-9]*([eE][0-9]+)?$`)

// plain is sum as YAML text.
func plain(sum string) string {
	if digits.MatchString(sum) {
		return `"` + sum + `"`
	}
	return sum
}

// upstreamOf returns the mapping of an upstream.
func upstreamOf(root *yaml.Node, name string) (*yaml.Node, error) {
	upstream := valueOf(valueOf(root, "upstreams"), name)
	switch {
	case upstream == nil:
		return nil, fmt.Errorf("the manifest has no upstream %q", name)
	case upstream.Kind == yaml.AliasNode:
		return nil, fmt.Errorf("the upstream %s is an alias of another value, and a pin belongs to one upstream; write it out", name)
	case upstream.Kind != yaml.MappingNode || len(upstream.Content) == 0:
		return nil, fmt.Errorf("the upstream %s is no mapping", name)
	}
	return upstream, nil
}

// pins are the changes that may set the pin of an upstream, the one that reads best first.
func pins(l *lines, upstream *yaml.Node, sum string) []change {
	if have := valueOf(upstream, key); have != nil {
		return replacements(l, have, sum)
	}
	first := upstream.Content[0]
	document := first
	if i := indexOf(upstream, "openapi"); i >= 0 {
		document = upstream.Content[i]
	}
	if upstream.Style&yaml.FlowStyle != 0 {
		return pinInFlow(l, first, document, sum)
	}
	return pinInBlock(l, first, document, sum)
}

// replacements put the sum where a value stands, or where one is missing.
func replacements(l *lines, have *yaml.Node, sum string) []change {
	start := l.offset(have.Line, have.Column)
	return []change{{start: start, end: scalarEnd(l.src, start), text: sum}, {start: start, end: start, text: " " + sum}}
}

// pinInBlock adds a line: below that of the document's path, or else above the first key.
func pinInBlock(l *lines, first, document *yaml.Node, sum string) []change {
	at := l.offset(first.Line, first.Column)
	begin := l.start(first.Line)
	indent := l.src[begin:at]
	line := string(indent) + key + ": " + sum
	eol := l.ending(document.Line)
	after := l.start(document.Line + 1)
	below := change{start: after, end: after, text: line + eol}
	if !bytes.HasSuffix(l.src[:after], []byte("\n")) {
		below.text = eol + line
	}
	return []change{below, {start: begin, end: begin, text: line + eol}}
}

// pinInFlow adds an entry: behind the document's path, or else before the first key.
func pinInFlow(l *lines, first, document *yaml.Node, sum string) []change {
	at := l.offset(first.Line, first.Column)
	before := change{start: at, end: at, text: key + ": " + sum + ", "}
	end := entryEnd(l.src, l.offset(document.Line, document.Column))
	return []change{{start: end, end: end, text: ", " + key + ": " + sum}, before}
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
