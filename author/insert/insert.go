// Package insert adds entries to the mappings of a manifest, and changes nothing else of its text: every byte that was there is there, in
// its order, and means what it meant.
package insert

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/author/yamltext"
)

// Entry is an entry that can be added.
type Entry interface {
	Block(indent string) string    // in lines, each of which ends with a line feed, at an indentation
	Comments(indent string) string // those that Block has above it, likewise
	Flow() string                  // in one line, as it can stand in braces
}

// Has reports whether a manifest has a mapping, or at least the key of one: in is the keys that lead to it. What is no YAML has none.
func Has(manifest []byte, in []string) bool {
	root, err := yamltext.Parse(bytes.TrimPrefix(manifest, yamltext.ByteOrderMark))
	return err == nil && find(root, in) != nil
}

// Add returns the manifest with entries at the end of a mapping that it has; apart puts an empty line before each where it has lines.
//
// It returns an error, and no manifest, if that cannot be done by adding text at one place, as in a value that an alias stands for.
func Add(manifest []byte, in []string, entries []Entry, apart bool) ([]byte, error) {
	text, marked := bytes.CutPrefix(manifest, yamltext.ByteOrderMark)
	root, err := yamltext.Parse(text)
	if err != nil {
		return nil, err
	}
	a := &adder{lines: yamltext.NewLines(text), root: root, in: in, entries: entries, apart: apart}
	for _, e := range a.edits() {
		extended := e.Apply(text)
		if !a.extends(extended) {
			continue
		}
		if marked {
			extended = append(bytes.Clone(yamltext.ByteOrderMark), extended...)
		}
		return extended, nil
	}
	where := strings.Join(in, ".")
	if where == "" {
		where = "the manifest"
	}
	return nil, fmt.Errorf("%s is written in a way that nothing can be added to safely; write it as a block, an entry a line", where)
}

// adder adds entries to one mapping.
type adder struct {
	lines   *yamltext.Lines
	root    *yaml.Node
	in      []string
	entries []Entry
	apart   bool
}

// find is the value that keys lead to; nil if there is none.
func find(root *yaml.Node, in []string) *yaml.Node {
	for _, key := range in {
		root = yamltext.Value(root, key)
	}
	return root
}

// repeated reports whether aliases may repeat the value that keys lead to, or something around it.
func repeated(root *yaml.Node, in []string) bool {
	return root.Anchor != "" || len(in) > 0 && repeated(yamltext.Value(root, in[0]), in[1:])
}

// edits returns the changes that may add the entries, the one that reads best first. Which of them does and changes nothing else, only
// parsing the result can tell.
func (a *adder) edits() []yamltext.Edit {
	n := find(a.root, a.in)
	switch {
	case n == nil || repeated(a.root, a.in):
		return nil
	case n.Kind == yaml.MappingNode && n.Style&yaml.FlowStyle != 0:
		return a.inFlow(n)
	case n.Kind == yaml.MappingNode && len(n.Content) > 0:
		return a.inBlock(n.Content[0])
	case n.Kind == yaml.ScalarNode && n.Tag == "!!null" && n.Value == "" && len(a.in) > 0:
		return a.below()
	}
	return nil
}

// inBlock adds lines behind those of the mapping whose first key is given.
func (a *adder) inBlock(first *yaml.Node) []yamltext.Edit {
	at := a.lines.Offset(first.Line, first.Column)
	indent := a.lines.Src[a.lines.Start(first.Line):at]
	if len(bytes.Trim(indent, " ")) > 0 { // behind a dash, or something else that makes a column
		indent = bytes.Repeat([]byte(" "), first.Column-1)
	}
	return a.behind(string(indent), a.end(first.Line))
}

// below adds lines below a key without a value.
func (a *adder) below() []yamltext.Edit {
	parent := find(a.root, a.in[:len(a.in)-1])
	key := parent.Content[yamltext.Index(parent, a.in[len(a.in)-1])]
	indent := strings.Repeat(" ", key.Column+1)
	return append(a.behind(indent, a.lines.Start(key.Line+1)), a.behind(indent, a.end(key.Line))...)
}

// end is the offset of what stands behind the mapping in which a line is: of the next key of a mapping around it, of the end of the YAML
// document, or of the text.
func (a *adder) end(line int) int {
	end := a.next(a.root, a.in)
	for at := line + 1; at <= a.lines.Count(); at++ {
		start := a.lines.Start(at)
		if start >= end {
			break
		}
		if rest := a.lines.Src[start:]; bytes.HasPrefix(rest, []byte("...")) && (len(rest) == 3 || strings.ContainsRune(" \t\r\n", rune(rest[3]))) {
			return start
		}
	}
	return end
}

// next is the offset of the line of the first key behind what keys lead to from a mapping.
func (a *adder) next(n *yaml.Node, in []string) int {
	if len(in) == 0 {
		return len(a.lines.Src)
	}
	i := yamltext.Index(n, in[0])
	if end := a.next(n.Content[i+1], in[1:]); end < len(a.lines.Src) {
		return end
	}
	if i+2 < len(n.Content) {
		return a.lines.Start(n.Content[i+2].Line)
	}
	return len(a.lines.Src)
}

// behind adds lines before an offset: before the empty lines and the comments in front of it that belong to what follows, before empty
// lines, or right there.
func (a *adder) behind(indent string, end int) []yamltext.Edit {
	own := a.last(end, func(line string) bool {
		return strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimLeft(line, " "), "#") && !strings.HasPrefix(line, indent)
	})
	filled := a.last(end, func(line string) bool { return strings.TrimSpace(line) == "" })
	var edits []yamltext.Edit
	for _, at := range slices.Compact([]int{own, filled, end}) {
		edits = append(edits, a.linesAt(indent, at))
	}
	return edits
}

// last is the offset behind the last line before an offset that is not passed over.
func (a *adder) last(end int, passed func(line string) bool) int {
	for end > 0 {
		start := bytes.LastIndexByte(a.lines.Src[:end-1], '\n') + 1
		if !passed(string(bytes.TrimRight(a.lines.Src[start:end], "\r\n"))) {
			break
		}
		end = start
	}
	return end
}

// linesAt adds the entries in lines of their own. A text without a line break at its end keeps that.
func (a *adder) linesAt(indent string, at int) yamltext.Edit {
	var b strings.Builder
	for _, e := range a.entries {
		if a.apart {
			b.WriteString("\n")
		}
		b.WriteString(e.Block(indent))
	}
	text := b.String()
	if src := a.lines.Src; at > 0 && src[at-1] != '\n' {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	return yamltext.Edit{Start: at, End: at, Text: a.broken(text)}
}

// broken is a text with the line breaks of the manifest.
func (a *adder) broken(text string) string {
	return strings.ReplaceAll(text, "\n", a.lines.Ending(1))
}
