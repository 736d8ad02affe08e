package edit

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Entry is an entry that can be added.
type Entry interface {
	Block(indent string) string    // the entry with its comments in lines at an indentation, each of which ends with a line feed
	Comments(indent string) string // only the comments, in such lines
	Flow() string                  // the entry in one line, for use in braces
}

// Has reports whether a manifest has the key of a mapping to which the keys in lead. A text that is no YAML has none.
func Has(manifest []byte, in []string) bool {
	root, err := parse(bytes.TrimPrefix(manifest, byteOrderMark))
	return err == nil && find(root, in) != nil
}

// Add returns the manifest with entries added at the end of a mapping. With apart, an empty line precedes each entry that has lines of its own.
//
// It returns an error, and no manifest, if the entries cannot be added by inserting text in one place, for example in a value that an alias refers to.
func Add(manifest []byte, in []string, entries []Entry, apart bool) ([]byte, error) {
	a := &adder{in: in, entries: entries, apart: apart}
	extended, err := try(manifest, func(l *lines, root *yaml.Node) ([]change, error) {
		a.lines, a.root = l, root
		return a.edits(), nil
	}, a.extends)
	if err != nil || extended != nil {
		return extended, err
	}
	where := strings.Join(in, ".")
	if where == "" {
		where = "the manifest"
	}
	return nil, fmt.Errorf("%s is written in a way that nothing can be added to safely; write it as a block, an entry a line", where)
}

// extends reports whether a manifest means the same as before, apart from the entries at the end of their mapping.
func (a *adder) extends(before, after *yaml.Node) bool {
	mapping, extended := find(before, a.in), find(after, a.in)
	if extended == nil || extended.Kind != yaml.MappingNode || len(extended.Content) != len(mapping.Content)+2*len(a.entries) {
		return false
	}
	return same(before, after, mapping, func(a, b *yaml.Node) (left, right []*yaml.Node) { return a.Content, b.Content[:len(a.Content)] })
}

// adder adds entries to one mapping.
type adder struct {
	lines   *lines
	root    *yaml.Node
	in      []string
	entries []Entry
	apart   bool
}

// find returns the value to which keys lead, or nil.
func find(root *yaml.Node, in []string) *yaml.Node {
	for _, key := range in {
		root = valueOf(root, key)
	}
	return root
}

// repeated reports whether aliases may refer to the value to which keys lead, or to one around it.
func repeated(root *yaml.Node, in []string) bool {
	return root.Anchor != "" || len(in) > 0 && repeated(valueOf(root, in[0]), in[1:])
}

// edits returns changes that may add the entries, the most readable first.
func (a *adder) edits() []change {
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

// inBlock adds lines after the mapping whose first key is given.
func (a *adder) inBlock(first *yaml.Node) []change {
	at := a.lines.offset(first.Line, first.Column)
	indent := a.lines.src[a.lines.start(first.Line):at]
	if len(bytes.Trim(indent, " ")) > 0 { // the key follows a dash
		indent = bytes.Repeat([]byte(" "), first.Column-1)
	}
	return a.behind(string(indent), a.end(first.Line))
}

// below adds lines below a key without a value.
func (a *adder) below() []change {
	parent := find(a.root, a.in[:len(a.in)-1])
	key := parent.Content[indexOf(parent, a.in[len(a.in)-1])]
	indent := strings.Repeat(" ", key.Column+1)
	return append(a.behind(indent, a.lines.start(key.Line+1)), a.behind(indent, a.end(key.Line))...)
}

// end returns the offset at which the mapping that contains a line ends: at the next key of a mapping around it, or at the end of the YAML document or of
// the text.
func (a *adder) end(line int) int {
	end := a.next(a.root, a.in)
	for at := line + 1; at <= len(a.lines.starts); at++ {
		start := a.lines.start(at)
		if start >= end {
			break
		}
		if rest := a.lines.src[start:]; bytes.HasPrefix(rest, []byte("...")) && (len(rest) == 3 || strings.ContainsRune(" \t\r\n", rune(rest[3]))) {
			return start
		}
	}
	return end
}

// next returns the offset of the line of the first key after the value to which keys lead from a mapping, or the end of the text.
func (a *adder) next(n *yaml.Node, in []string) int {
	if len(in) == 0 {
		return len(a.lines.src)
	}
	i := indexOf(n, in[0])
	if end := a.next(n.Content[i+1], in[1:]); end < len(a.lines.src) {
		return end
	}
	if i+2 < len(n.Content) {
		return a.lines.start(n.Content[i+2].Line)
	}
	return len(a.lines.src)
}

// behind returns changes that add lines before an offset: before the empty lines and comments in front of it that belong to what follows, before the empty
// lines, or directly.
func (a *adder) behind(indent string, end int) []change {
	own := a.last(end, func(line string) bool {
		return strings.TrimSpace(line) == "" || strings.HasPrefix(strings.TrimLeft(line, " "), "#") && !strings.HasPrefix(line, indent)
	})
	filled := a.last(end, func(line string) bool { return strings.TrimSpace(line) == "" })
	var edits []change
	for _, at := range slices.Compact([]int{own, filled, end}) {
		edits = append(edits, a.linesAt(indent, at))
	}
	return edits
}

// last returns the end of the last line before an offset that is not to be skipped.
func (a *adder) last(end int, skip func(line string) bool) int {
	for end > 0 {
		start := bytes.LastIndexByte(a.lines.src[:end-1], '\n') + 1
		if !skip(string(bytes.TrimRight(a.lines.src[start:end], "\r\n"))) {
			break
		}
		end = start
	}
	return end
}

// linesAt adds the entries in lines of their own. A text that ends without a line break still does so afterwards.
func (a *adder) linesAt(indent string, at int) change {
	var b strings.Builder
	for _, e := range a.entries {
		if a.apart {
			b.WriteString("\n")
		}
		b.WriteString(e.Block(indent))
	}
	text := b.String()
	if src := a.lines.src; at > 0 && src[at-1] != '\n' {
		text = "\n" + strings.TrimSuffix(text, "\n")
	}
	return change{start: at, end: at, text: a.withEndings(text)}
}

// withEndings returns a text with the line breaks of the manifest.
func (a *adder) withEndings(text string) string {
	return strings.ReplaceAll(text, "\n", a.lines.ending(1))
}

// inFlow returns changes that add the entries before the closing brace of a mapping: each in a line of its own below its comments, or all on the same line
// without comments.
func (a *adder) inFlow(n *yaml.Node) []change {
	open := a.lines.offset(n.Line, n.Column)
	last, comma, ok := closing(a.lines.src, open)
	if !ok {
		return nil
	}
	separator := ", "
	if len(n.Content) == 0 || comma {
		separator = ""
	}
	return []change{{start: last, end: last, text: a.flowLines(n, separator, comma)}, {start: last, end: last, text: a.flowLine(separator, comma)}}
}

// flowLines returns the entries in lines with their comments.
func (a *adder) flowLines(n *yaml.Node, separator string, comma bool) string {
	indent := strings.Repeat(" ", a.indentation(n.Line)+2)
	var b strings.Builder
	commented, first := false, separator
	for i, e := range a.entries {
		comments := e.Comments(indent)
		commented = commented || comments != ""
		if i > 0 {
			separator = ","
		}
		b.WriteString(strings.TrimRight(separator, " ") + "\n" + comments + indent + e.Flow())
	}
	if !commented {
		return a.flowLine(first, comma)
	}
	return a.withEndings(b.String())
}

// flowLine returns the entries on one line without comments.
func (a *adder) flowLine(separator string, comma bool) string {
	var parts []string
	for _, e := range a.entries {
		parts = append(parts, e.Flow())
	}
	if comma {
		separator = " "
	}
	return separator + strings.Join(parts, ", ")
}

// indentation returns the number of blanks at the start of a line.
func (a *adder) indentation(line int) int {
	text := a.lines.src[a.lines.start(line):]
	return len(text) - len(bytes.TrimLeft(text, " "))
}

// closing returns the end of the last entry of a flow mapping that opens at an offset, or of the comma that follows the entry. It reports false if the
// mapping is not closed.
func closing(src []byte, open int) (last int, comma, ok bool) {
	depth := 0
	for at := open; at < len(src); at++ {
		switch c := src[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		case c == '#' && at > 0 && strings.IndexByte(" \t\r\n", src[at-1]) >= 0:
			for at+1 < len(src) && src[at+1] != '\n' {
				at++
			}
			continue
		case (c == '"' || c == '\'') && opens(src, at):
			at = quoted(src, at)
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				return last, comma, true
			}
		}
		last, comma = min(at+1, len(src)), src[min(at, len(src)-1)] == ','
	}
	return 0, false, false
}

// opens reports whether a quote at an offset begins a scalar, and is not a part of a plain one.
func opens(src []byte, at int) bool {
	return at > 0 && strings.IndexByte(" \t\r\n,:{[", src[at-1]) >= 0
}

// quoted returns the offset of the quote that closes the scalar which the quote at an offset opens.
func quoted(src []byte, at int) int {
	quote := src[at]
	for at++; at < len(src); at++ {
		switch {
		case src[at] == '\\' && quote == '"':
			at++
		case src[at] != quote:
		case quote == '\'' && at+1 < len(src) && src[at+1] == '\'':
			at++
		default:
			return at
		}
	}
	return at
}
