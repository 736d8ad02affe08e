package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// step is the indentation of one level.
const step = 2

// place finds where the first tokens of lines stand. Indent is that of a block which is the node.
func (s *scanned) place(n *yaml.Node, indent int) {
	for i, child := range n.Content {
		at := indent
		switch {
		case n.Style&yaml.FlowStyle != 0:
			at = indent
		case n.Kind == yaml.SequenceNode:
			s.placeDash(n, child, indent)
			at = indent + step
		case i%2 == 1:
			at = indent + step
		}
		s.placeNode(child, at, at-step)
		s.place(child, at)
	}
	if n.Content == nil {
		s.placeNode(n, indent, indent-step)
	}
}

// tokenAt returns the index of the first token at an offset or behind it.
func (s *scanned) tokenAt(offset int) int {
	i, _ := slices.BinarySearchFunc(s.tokens, offset, func(t token, at int) int { return t.start - at })
	return i
}

// placeNode says where a node stands, should it begin a line, and in which block.
func (s *scanned) placeNode(n *yaml.Node, indent, parent int) {
	first := s.offset(n.Line, n.Column)
	for _, at := range []int{first, s.start(n)} {
		if i := s.tokenAt(at); i < len(s.tokens) && s.tokens[i].start == at {
			s.tokens[i].indent, s.tokens[i].parent = indent, max(parent, 0)
		}
	}
}

// placeDash says where the dash before an entry of a list stands.
func (s *scanned) placeDash(list, entry *yaml.Node, indent int) {
	for i := min(s.tokenAt(s.offset(entry.Line, entry.Column)), len(s.tokens)-1); i >= 0; i-- {
		t := &s.tokens[i]
		if t.kind == mark && s.text[t.start] == '-' && t.start-s.starts[t.line] == list.Column-1 {
			t.indent = indent
			return
		}
	}
}

// printer writes a text in its canonical layout.
type printer struct {
	*scanned
	out    bytes.Buffer
	indent int   // of the last line in a block
	opened []int // the lines, by their number in the text, where the braces and brackets that are open stand
}

// print returns the text in its canonical layout.
func (s *scanned) print() []byte {
	p := &printer{scanned: s}
	last := -1 // the line on which the last token ends
	for i, t := range s.tokens {
		switch {
		case i == 0:
			p.begin(i)
		case t.line == last:
			p.out.WriteString(p.between(s.tokens[i-1], t))
		default:
			p.out.WriteByte('\n')
			if t.line > last+1 {
				p.out.WriteByte('\n')
			}
			p.begin(i)
		}
		p.write(t)
		last = t.line + bytes.Count(s.text[t.start:t.end], []byte("\n"))
	}
	if p.out.Len() > 0 && !s.openEnded() {
		p.out.WriteByte('\n')
	}
	return p.out.Bytes()
}

// begin indents a line by its first token.
func (p *printer) begin(i int) {
	t := p.tokens[i]
	indent := 0
	switch {
	case t.kind == comment:
		indent = p.remarkIndent(i)
	case t.kind == marker:
	case len(p.opened) > 0:
		indent = p.indent + step*len(slices.Compact(slices.Clone(p.opened)))
		if c := p.text[t.start]; t.kind == mark && (c == '}' || c == ']') {
			indent -= step
		}
	case t.indent >= 0:
		indent = t.indent
		p.indent = indent
	default:
		indent = p.indent + step
	}
	p.out.WriteString(strings.Repeat(" ", indent))
}

// remarkIndent returns the indentation of a comment that has a line of its own: that of what follows, unless it stands further to the right, as one at the end of
// a block does.
func (p *printer) remarkIndent(i int) int {
	column := func(t token) int { return t.start - p.starts[t.line] }
	if len(p.opened) > 0 {
		return p.indent + step*len(slices.Compact(slices.Clone(p.opened)))
	}
	next := i + 1
	for next < len(p.tokens) && (p.tokens[next].kind == comment || p.tokens[next].indent < 0) {
		next++
	}
	indent, limit := 0, 0
	if next < len(p.tokens) {
		indent, limit = p.tokens[next].indent, column(p.tokens[next])
	}
	own := column(p.tokens[i])
	if own <= limit {
		return indent
	}
	// The nearest line before it that does not stand further to the right, in the block that ends here.
	for before := i - 1; before >= 0; before-- {
		t := p.tokens[before]
		if first := before == 0 || p.tokens[before-1].line < t.line; !first || t.kind == comment || t.indent < 0 {
			continue
		}
		if at := column(t); at <= own {
			return max(t.indent, indent)
		}
	}
	return indent
}

// between returns what stands between two tokens of a line.
func (p *printer) between(a, b token) string {
	if b.kind == comment {
		blanks := b.start - a.end
		if strings.TrimLeft(string(p.text[a.end:b.start]), " ") != "" {
			blanks = 1
		}
		return strings.Repeat(" ", max(blanks, 1))
	}
	is := func(t token, any string) bool {
		return t.kind == mark && strings.IndexByte(any, p.text[t.start]) >= 0
	}
	switch {
	case is(a, "{[") && !is(b, ":,"):
		return ""
	case is(a, ":"):
		return " "
	case is(b, "}],"):
		return ""
	case is(b, ":") && a.kind == scalar && p.text[a.start] != '*':
		return ""
	}
	return " "
}

// write writes a token, and the further lines that it has.
func (p *printer) write(t token) {
	text := string(p.text[t.start:t.end])
	switch {
	case t.kind == comment:
		p.out.WriteString(remark(text))
	case t.kind == mark && (text == "{" || text == "["):
		p.opened = append(p.opened, t.line)
		p.out.WriteString(text)
	case t.kind == mark && (text == "}" || text == "]") && len(p.opened) > 0:
		p.opened = p.opened[:len(p.opened)-1]
		p.out.WriteString(text)
	case t.kind == scalar && t.block:
		p.blockLines(text, t)
	case t.kind == scalar && strings.Contains(text, "\n"):
		indent := t.parent + step
		if len(p.opened) > 0 {
			indent = p.indent + step*len(slices.Compact(slices.Clone(p.opened)))
		}
		p.lines(strings.Split(text, "\n"), func(line string) string {
			return strings.Repeat(" ", indent) + strings.TrimLeft(line, " \t")
		})
	default:
		p.out.WriteString(text)
	}
}

// blockLines writes a literal or folded scalar, whose lines keep what they are further to the right than the first.
func (p *printer) blockLines(text string, t token) {
	lines := strings.Split(text, "\n")
	least := -1
	for _, line := range lines[1:] {
		if depth := len(line) - len(strings.TrimLeft(line, " ")); depth < len(line) {
			least = depth
			break
		}
	}
	indent := t.parent + step
	if by := stated(p.header(t.start)); by > 0 {
		lines[0] = strings.Replace(lines[0], strconv.Itoa(by), strconv.Itoa(step), 1)
		least = p.column(t) + by
	}
	p.lines(lines, func(line string) string {
		return strings.Repeat(" ", indent) + line[min(least, len(line)-len(strings.TrimLeft(line, " "))):]
	})
}

// openEnded reports whether the text ends within a block scalar, whose value would have another line break with one at the end.
func (s *scanned) openEnded() bool {
	last := s.tokens[len(s.tokens)-1]
	return last.block && last.end == len(s.text)
}

// column returns how far to the right the block that holds a token stands in the text.
func (p *printer) column(t token) int {
	for i := p.tokenAt(t.start); i >= 0; i-- {
		if own := p.tokens[i]; own.indent >= 0 && own.indent <= t.parent && own.kind != comment {
			return own.start - p.starts[own.line]
		}
	}
	return 0
}

// lines writes the first of some lines as it is, and the others as a function has them; empty ones stay empty.
func (p *printer) lines(lines []string, as func(line string) string) {
	p.out.WriteString(lines[0])
	for _, line := range lines[1:] {
		p.out.WriteByte('\n')
		if strings.Trim(line, " ") != "" {
			p.out.WriteString(as(line))
		}
	}
}

// remark returns a comment with a blank behind its #.
func remark(text string) string {
	if len(text) > 1 && strings.IndexByte("# \t!", text[1]) < 0 {
		return "# " + text[1:]
	}
	return text
}
