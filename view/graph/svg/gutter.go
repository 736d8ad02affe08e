package svg

import (
	"cmp"
	"slices"
)

const (
	trackWidth = 14 // from one line in a gutter to the next
	gutterPad  = 6  // between a gutter and the cards
)

// gutter is the place of a column for lines that pass its rows.
type gutter struct {
	spans []*span // by net, in the order of their tracks
	count int
}

// span is how far a net runs in a gutter: between which gaps.
type span struct {
	net         *net
	first, last int
	track       int // 0 is the one beside the cards
}

func (g *gutter) span(n *net) *span {
	for _, s := range g.spans {
		if s.net == n {
			return s
		}
	}
	return nil
}

// note makes a net run along the rows of a gutter up to a gap.
func (g *gutter) note(n *net, gap int) {
	s := g.span(n)
	if s == nil {
		s = &span{net: n, first: gap, last: gap}
		g.spans = append(g.spans, s)
	}
	s.first, s.last = min(s.first, gap), max(s.last, gap)
}

// assign gives the spans tracks: short ones stand next to the cards, so that long ones run around them.
func (g *gutter) assign() {
	slices.SortStableFunc(g.spans, func(x, y *span) int {
		return cmp.Or(cmp.Compare(x.last-x.first, y.last-y.first), x.net.index-y.net.index)
	})
	var tracks [][]*span
	for _, s := range g.spans {
		s.track = slices.IndexFunc(tracks, func(track []*span) bool {
			return !slices.ContainsFunc(track, func(other *span) bool { return s.first <= other.last && other.first <= s.last })
		})
		if s.track < 0 {
			s.track = len(tracks)
			tracks = append(tracks, nil)
		}
		tracks[s.track] = append(tracks[s.track], s)
	}
	g.count = len(tracks)
}

// width is the room that a gutter takes.
func (g *gutter) width() int {
	if g.count == 0 {
		return 0
	}
	return g.count*trackWidth + gutterPad
}
