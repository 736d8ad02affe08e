package manifest

import (
	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// maxFindings bounds what one run reports: nobody reads more, and a hostile file could ask for millions.
const maxFindings = 1000

// reader turns YAML nodes into the types of this package and collects what is wrong with them.
type reader struct {
	src     *source
	list    diag.List
	most    int  // findings that the list may hold
	part    bool // the file is one that a manifest includes
	lacking bool // the key include is wrong, so that files are missing
	layouts map[*yaml.Node]*layout
	refused map[*yaml.Node]bool // already reported: they count as written, and nothing more is said about them
}

func newReader(s Source, most int) *reader {
	return &reader{src: newSource(s.Path, s.Text), most: most, layouts: map[*yaml.Node]*layout{}, refused: map[*yaml.Node]bool{}}
}

// place is a stretch of the file to blame. Length is 0 where it spans lines.
type place struct {
	pos    diag.Position
	length int
}

func (r *reader) errorf(at place, rule, format string, args ...any) {
	if len(r.list) < r.most {
		r.list.Errorf(at.pos, at.length, rule, format, args...)
	}
}

func (r *reader) warnf(at place, rule, format string, args ...any) {
	if len(r.list) < r.most {
		r.list.Warnf(at.pos, at.length, rule, format, args...)
	}
}

// place returns where n stands: all of a scalar or alias, the start of a mapping or list.
func (r *reader) place(n *yaml.Node) place {
	switch n.Kind {
	case yaml.ScalarNode:
		l := r.layout(n)
		return place{r.src.pos(l.start), l.length(r.src)}
	case yaml.AliasNode:
		return place{r.src.pos(r.src.offset(n.Line, n.Column)), len("*") + len(n.Value)}
	default:
		return place{r.src.pos(r.src.offset(n.Line, n.Column)), 0}
	}
}

// layout returns the layout of a scalar, made at first use.
func (r *reader) layout(n *yaml.Node) *layout {
	l, ok := r.layouts[n]
	if !ok {
		l = newLayout(r.src, n, r.src.offset(n.Line, n.Column))
		r.layouts[n] = l
	}
	return l
}

// word returns the source from an offset up to the next blank or the line's end.
func (r *reader) word(at int) string {
	text := r.src.data[at:]
	for i, b := range text {
		if isBlank(b) || b == '\n' || b == '\r' {
			return string(text[:i])
		}
	}
	return string(text)
}
