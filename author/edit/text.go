// Package edit changes a manifest in one place of its text, and leaves every other byte as it is: [Add] adds entries to a mapping, [Pin] writes the SHA-256
// of a document, [Outputs] what an example wants.
package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// lines finds places in a text by line and column, both from 1, as YAML counts them.
type lines struct {
	src    []byte
	starts []int // offset of each line, including the one after the last line break
}

// newLines finds the lines of a text.
func newLines(src []byte) *lines {
	l := &lines{src: src, starts: []int{0}}
	for i, b := range src {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// start returns the offset of a line's first byte; that of the end for a line below the last.
func (l *lines) start(line int) int {
	if line > len(l.starts) {
		return len(l.src)
	}
	return l.starts[max(line, 1)-1]
}

// offset returns the offset of a character, kept within its line.
func (l *lines) offset(line, column int) int {
	at, end := l.start(line), l.start(line+1)
	for range column - 1 {
		if at >= end {
			break
		}
		_, size := utf8.DecodeRune(l.src[at:end])
		at += size
	}
	return at
}

// ending returns the line break at the end of a line, or the text's first one if that line is the last.
func (l *lines) ending(line int) string {
	at := bytes.IndexByte(l.src[l.start(line):], '\n') + l.start(line)
	if at < l.start(line) {
		at = bytes.IndexByte(l.src, '\n')
	}
	if at > 0 && l.src[at-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// try returns a manifest after the first of several changes that has exactly the wanted effect, or nil if none has. Holds compares the parsed manifest
// before and after: YAML has too many forms to foresee the effect of a change.
func try(manifest []byte, changes func(l *lines, root *yaml.Node) ([]change, error), holds func(before, after *yaml.Node) bool) ([]byte, error) {
	text, marked := bytes.CutPrefix(manifest, byteOrderMark)
	root, err := parse(text)
	if err != nil {
		return nil, err
	}
	list, err := changes(newLines(text), root)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		changed := c.apply(text)
		after, err := parse(changed)
		if err != nil || !holds(root, after) {
			continue
		}
		if marked {
			changed = append(bytes.Clone(byteOrderMark), changed...)
		}
		return changed, nil
	}
	return nil, nil
}

// same reports whether two values are equal. Of the value at, and of its counterpart, only the contents that pick returns are compared.
func same(a, b, at *yaml.Node, pick func(a, b *yaml.Node) (left, right []*yaml.Node)) bool {
	left, right := a.Content, b.Content
	if a == at {
		left, right = pick(a, b)
	} else if a.Kind != b.Kind || a.Tag != b.Tag || a.Value != b.Value {
		return false
	}
	if a.Anchor != b.Anchor || len(left) != len(right) {
		return false
	}
	for i := range left {
		if !same(left[i], right[i], at, pick) {
			return false
		}
	}
	return true
}

// change replaces the bytes from start to end by a text.
type change struct {
	start, end int
	text       string
}

// apply returns a text after the change.
func (e change) apply(src []byte) []byte {
	return slices.Concat(src[:e.start], []byte(e.text), src[e.end:])
}

// byteOrderMark may precede the YAML of a text.
var byteOrderMark = []byte("\uFEFF")

// parse returns the root mapping of a YAML document.
func parse(text []byte) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("the manifest is not YAML: %w", err)
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, errors.New("the manifest is empty")
	}
	return document.Content[0], nil
}

// valueOf returns the value of a key in a mapping, or nil.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	if i := indexOf(n, key); i >= 0 {
		return n.Content[i+1]
	}
	return nil
}

// indexOf returns the index of a key in the content of a mapping, or -1.
func indexOf(n *yaml.Node, key string) int {
	if n == nil || n.Kind != yaml.MappingNode {
		return -1
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := n.Content[i]; k.Kind == yaml.ScalarNode && k.Value == key {
			return i
		}
	}
	return -1
}
