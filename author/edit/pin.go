package edit

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v4"
)

const key = "sha256"

// Pin returns the manifest with upstreams.<name>.sha256 set to sum: an existing value is replaced, a missing one is added below or beside the document's
// path. Every other byte stays as it is, comments and line breaks included. A manifest with that value already is returned unchanged.
//
// It returns an error, and no manifest, if the value cannot be set by changing one place: if the manifest is not YAML, has no such upstream, or writes the
// upstream as an alias or in a form to which no line can be added.
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

// isPinned reports whether a manifest means the same as before, apart from the pin, which is sum.
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

// unpinned returns the content of a mapping without its pin.
func unpinned(n *yaml.Node) []*yaml.Node {
	if i := indexOf(n, key); i >= 0 {
		return slices.Concat(n.Content[:i], n.Content[i+2:])
	}
	return n.Content
}

// digits matches sums that YAML would read as numbers.
var digits = regexp.MustCompile(`^[0-9]*([eE][0-9]+)?$`)

// plain returns a sum as a scalar that YAML reads as text.
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

// pins returns changes that may set the pin of an upstream, the most readable first.
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

// replacements returns changes that replace a value by the sum, or add the sum if the value is missing.
func replacements(l *lines, have *yaml.Node, sum string) []change {
	start := l.offset(have.Line, have.Column)
	return []change{{start: start, end: scalarEnd(l.src, start), text: sum}, {start: start, end: start, text: " " + sum}}
}

// pinInBlock returns changes that add a line: below that of the document's path, or above the first key.
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

// pinInFlow returns changes that add an entry: after the document's path, or before the first key.
func pinInFlow(l *lines, first, document *yaml.Node, sum string) []change {
	at := l.offset(first.Line, first.Column)
	before := change{start: at, end: at, text: key + ": " + sum + ", "}
	end := entryEnd(l.src, l.offset(document.Line, document.Column))
	return []change{{start: end, end: end, text: ", " + key + ": " + sum}, before}
}

// entryEnd returns the end of the entry of a flow mapping that starts at an offset. Its key must be plain and its value on the same line.
func entryEnd(src []byte, at int) int {
	colon := bytes.IndexByte(src[at:], ':')
	if colon < 0 {
		return at
	}
	return scalarEnd(src, len(src)-len(bytes.TrimLeft(src[at+colon+1:], " \t")))
}

// scalarEnd returns the end of the quoted or plain scalar, or the alias, that starts at an offset. A plain one must be a single word.
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
