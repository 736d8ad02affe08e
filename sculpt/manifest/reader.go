package manifest

import (
	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// reader turns the YAML nodes of one file into the types of this package. Where they stand, and what is wrong with them, is for
// the two types in it.
type reader struct {
	*places
	*findings
	refused  map[*yaml.Node]bool // already reported: they count as written, and nothing more is said about them
	optional *yaml.Node          // the value that is read, if its key may be left out

	within []level  // the mappings with fixed keys around what is read, the outermost first
	ended  []level  // those that have been read
	entry  struct { // the entry that is read of the nearest mapping from names
		node *yaml.Node
		name Value[string]
	}
	broken bool // a key has the wrong indentation, or a section the wrong form: what the rest means is not known
}

// maxFindings bounds what one run reports: nobody reads more, and a hostile file could ask for millions.
const maxFindings = 1000

// findings are what is wrong with a manifest, in all its files.
type findings struct {
	list diag.List
	all  int // how many there are; those beyond maxFindings are not in the list
}

// errorf adds an error about a stretch of a file.
func (f *findings) errorf(at place, rule, format string, args ...any) {
	if f.all++; f.all <= maxFindings {
		f.list.Errorf(at.pos, at.length, rule, format, args...)
	}
}

// warnf adds a warning about a stretch of a file.
func (f *findings) warnf(at place, rule, format string, args ...any) {
	if f.all++; f.all <= maxFindings {
		f.list.Warnf(at.pos, at.length, rule, format, args...)
	}
}

// full reports whether nothing more is listed.
func (f *findings) full() bool { return f.all >= maxFindings }

// sorted returns the findings in their order.
func (f *findings) sorted() diag.List {
	f.list.Sort()
	return f.list
}

// place is a stretch of a file to blame. Length is 0 where it spans lines.
type place struct {
	pos    diag.Position
	length int
}

// places says where the YAML nodes of a file stand in its source.
type places struct {
	src     *source
	layouts map[*yaml.Node]*layout
}

func newPlaces(src *source) *places {
	return &places{src: src, layouts: map[*yaml.Node]*layout{}}
}

// place returns where n stands: all of a scalar or alias, the start of a mapping or list.
func (p *places) place(n *yaml.Node) place {
	switch n.Kind {
	case yaml.ScalarNode:
		l := p.layout(n)
		return place{p.src.pos(l.start), l.length(p.src)}
	case yaml.AliasNode:
		return place{p.src.pos(p.offset(n)), len("*") + len(n.Value)}
	default:
		return place{p.src.pos(p.offset(n)), 0}
	}
}

// offset returns where n starts, with an anchor or a tag before it.
func (p *places) offset(n *yaml.Node) int { return p.src.offset(n.Line, n.Column) }

// layout returns the layout of a scalar, made at first use.
func (p *places) layout(n *yaml.Node) *layout {
	l, ok := p.layouts[n]
	if !ok {
		l = newLayout(p.src, n, p.offset(n))
		p.layouts[n] = l
	}
	return l
}

// lines appends the layouts of the scalars under n that go over several lines, in the file's order.
func (p *places) lines(n *yaml.Node, to []*layout) []*layout {
	if n.Kind == yaml.ScalarNode {
		if l := p.layout(n); l.length(p.src) == 0 && l.end > l.start {
			to = append(to, l)
		}
	}
	for _, child := range n.Content {
		to = p.lines(child, to)
	}
	return to
}
