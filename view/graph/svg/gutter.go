package svg

import (
	"cmp"
	"slices"
)

const (
	trackWidth = 14 // from one line in a gutter to the next
	gutterPad  = 6  // between a gutter and the cards
)

// gutter is the strip at the left of a column for the lines that pass its rows. Each of them has a track.
type gutter struct {
	spans []*span // one a net
	count int     // of tracks
}

// span is the vertical line of a net in a gutter, from the first to the last of the gaps that it touches.
type span struct {
	net         *net
	first, last int
	track       int // 0 is next to the cards
}

func (g *gutter) span(n *net) *span {
	for _, s := range g.spans {
		if s.net == n {
			return s
		}
	}
	return nil
}

// extend makes the span of a net reach a gap.
func (g *gutter) extend(n *net, gap int) {
	s := g.span(n)
	if s == nil {
		s = &span{net: n, first: gap, last: gap}
		g.spans = append(g.spans, s)
	}
	s.first, s.last = min(s.first, gap), max(s.last, gap)
}

// assign gives the spans tracks: short ones are next to the cards, so that long ones run around them.
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

// width returns the width of the gutter.
func (g *gutter) width() int {
	if g.count == 0 {
		return 0
	}
	return g.count*trackWidth + gutterPad
}
