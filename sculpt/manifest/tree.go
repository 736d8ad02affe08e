package manifest

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

const (
	maxDepth     = 64     // levels of mappings and lists, aliases followed
	maxExpansion = 10_000 // nodes that aliases may add to the file
)

// treeCheck looks at every node of the file once, before anything is read: at what YAML allows and a manifest does not.
// What passes has a bounded depth and size even where aliases are followed.
type treeCheck struct {
	*places
	*findings
	refused  map[*yaml.Node]bool // nodes that were reported
	measures map[*yaml.Node]measure
	expanded int // nodes that aliases added
	broken   bool
}

// measure is the size of a node with all below it, aliases followed. That of a node which is not finished is zero.
type measure struct{ nodes, depth int }

// checkTree reports whether the tree under n can be read: neither too deep nor endless. Lesser findings are reported, and
// the nodes that they are about are refused.
func checkTree(n *yaml.Node, p *places, found *findings) (refused map[*yaml.Node]bool, ok bool) {
	c := &treeCheck{places: p, findings: found, refused: map[*yaml.Node]bool{}, measures: map[*yaml.Node]measure{}}
	c.visit(n, 1)
	return c.refused, !c.broken
}

func (c *treeCheck) visit(n *yaml.Node, level int) measure {
	if c.broken {
		return measure{}
	}
	if n.Kind == yaml.AliasNode {
		return c.alias(n, level)
	}
	if level > maxDepth {
		c.stop(n, "too-deep", "the file is nested more than %d levels deep", maxDepth)
		return measure{}
	}
	c.measures[n] = measure{}
	c.tag(n)
	c.quotes(n)
	total := measure{nodes: 1, depth: 1}
	for _, child := range n.Content {
		m := c.visit(child, level+1)
		total.nodes += m.nodes
		total.depth = max(total.depth, m.depth+1)
	}
	c.measures[n] = total
	return total
}

func (c *treeCheck) alias(n *yaml.Node, level int) measure {
	m := c.measures[n.Alias]
	c.expanded += m.nodes
	switch {
	case m.nodes == 0:
		c.stop(n, "alias", "the alias *%s stands inside the value that it repeats", n.Value)
	case c.expanded > maxExpansion:
		c.stop(n, "alias", "aliases repeat more than %d values up to here; write out what differs, and repeat less", maxExpansion)
	case level+m.depth-1 > maxDepth:
		c.stop(n, "too-deep", "with the alias *%s the file is nested more than %d levels deep", n.Value, maxDepth)
	}
	return m
}

func (c *treeCheck) stop(n *yaml.Node, rule, format string, args ...any) {
	c.broken = true
	c.errorf(c.place(n), rule, format, args...)
}

// tag refuses explicit tags: no value of a manifest needs one, and an expression that starts with ! looks like one.
func (c *treeCheck) tag(n *yaml.Node) {
	at := c.offset(n)
	tagged := n.Style&yaml.TaggedStyle != 0 || n.Kind == yaml.ScalarNode && at < len(c.src.data) && c.src.data[at] == '!'
	if !tagged {
		return
	}
	c.refused[n] = true
	word := c.src.word(at)
	c.errorf(place{c.src.pos(at), len(word)}, "tag",
		"YAML takes %s for a tag, and a manifest has none; quote the value if it starts with an exclamation mark", diag.Quote(word))
}

// The quotes of typography, which word processors make of plain ones and YAML takes for letters.
const (
	doubleQuotes = "“”„«»"
	singleQuotes = "‘’‚"
)

// quotes refuses an unquoted text between typographic quotes, which would be a part of it. An author who means them quotes the text.
func (c *treeCheck) quotes(n *yaml.Node) {
	if n.Kind != yaml.ScalarNode || n.Style != 0 {
		return
	}
	first, size := utf8.DecodeRuneInString(n.Value)
	last, lastSize := utf8.DecodeLastRuneInString(n.Value[size:])
	between := n.Value[size : len(n.Value)-lastSize]
	switch {
	case strings.ContainsRune(doubleQuotes, first) && !strings.ContainsAny(between, doubleQuotes): // also where nothing closes it
	case strings.ContainsRune(singleQuotes, first) && strings.ContainsRune(singleQuotes, last):
	default:
		return
	}
	c.refused[n] = true
	c.errorf(c.place(n), "typographic-quotes", typographic, first)
}

// typographic is what is said of a quote that YAML does not know.
const typographic = `%c is no quote to YAML but a part of the text; write plain quotes, as in "text", or '...' around a text that has such quotes itself`

// checkTabs reports lines that are indented with tabs. Text that goes on over several lines may hold them.
func checkTabs(n *yaml.Node, p *places, found *findings) {
	texts := p.lines(n, nil)
	for _, start := range p.src.lines.Starts {
		for len(texts) > 0 && texts[0].end <= start {
			texts = texts[1:]
		}
		if len(texts) > 0 && texts[0].start < start {
			continue
		}
		if tab, ok := p.src.tabIndent(start); ok {
			reportTab(p.src, tab, found)
		}
	}
}

// reportTab reports a tab by its offset.
func reportTab(src *source, at int, found *findings) {
	found.errorf(place{src.pos(at), 1}, "tab", "a tab in the indentation; indent with spaces")
}

// tabIndent returns the offset of the first tab before the text of the line at start.
func (s *source) tabIndent(start int) (offset int, found bool) {
	line, _ := s.line(start)
	for i, b := range line {
		switch {
		case b == '\t' && !found:
			offset, found = start+i, true
		case !isBlank(b):
			return offset, found
		}
	}
	return 0, false
}
