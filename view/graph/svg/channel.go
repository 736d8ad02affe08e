package svg

import (
	"cmp"
	"slices"
)

const (
	gapHeight   = 36 // of a gap without horizontal lines
	trackHeight = 16 // from one horizontal line to the next
)

// channel is the gap above a row of a column, with the lines that cross it. Each net that runs horizontally there has a track of its own.
type channel struct {
	column    *column
	index     int // of the row below; the number of rows for the gap below all of them
	crossings []*crossing
	top       int
	height    int
}

// seen returns the index of the channel within a column. For a channel outside of the column that is the end through which lines leave it.
func (c *channel) seen(from *column, end int) int {
	if c.column == from {
		return c.index
	}
	return end
}

// crossing is the part of a net within a channel.
type crossing struct {
	net         *net
	above       bool  // a line enters from above, not from the gutter of the channel's column
	below       bool  // a line leaves downwards, not into that gutter
	left, right int   // the ends of the horizontal line
	tops, ends  []int // the x at which lines enter from above, and leave downwards
	track       int   // of the horizontal line, counted from above; -1 if there is none
}

// cross adds a hop of a net.
func (c *channel) cross(n *net, h hop) {
	x := c.of(n)
	if x == nil {
		x = &crossing{net: n}
		c.crossings = append(c.crossings, x)
	}
	x.above = x.above || h.from != c.column
	x.below = x.below || h.to != c.column
}

func (c *channel) of(n *net) *crossing {
	for _, x := range c.crossings {
		if x.net == n {
			return x
		}
	}
	return nil
}

// reach extends the horizontal line of a net so that it leads from one x to another.
func (c *channel) reach(n *net, h hop, from, to int) {
	x := c.of(n)
	if len(x.tops)+len(x.ends) == 0 {
		x.left, x.right = from, from
	}
	x.left, x.right = min(x.left, from, to), max(x.right, from, to)
	if h.from != c.column {
		x.tops = append(x.tops, from)
	}
	if h.to != c.column {
		x.ends = append(x.ends, to)
	}
}

// rank orders crossings from above to below: those that leave into the gutter, those that pass, those that come from the gutter.
func (x *crossing) rank() int {
	switch {
	case !x.below:
		return 0
	case x.above:
		return 1
	}
	return 2
}

// before reports whether a crossing has to run above another one: it enters at an x at which the other one leaves, and their lines would overlap.
func (x *crossing) before(other *crossing) bool {
	return slices.ContainsFunc(x.tops, func(top int) bool {
		return slices.ContainsFunc(other.ends, func(end int) bool { return abs(top-end) < apart })
	})
}

// assign gives each crossing with a horizontal line a track, and the channel the height for all of them.
func (c *channel) assign() {
	tracks := 0
	for _, x := range c.ordered() {
		x.track = -1
		if x.left < x.right {
			x.track = tracks
			tracks++
		}
	}
	c.height = gapHeight
	if tracks > 0 {
		c.height += gapHeight/2 - 2 + (tracks-1)*trackHeight
	}
}

// ordered returns the crossings from above to below: before decides first, then rank. Within a rank those that reach less far to the right are above;
// of those that come from the gutter, those that leave further to the right.
func (c *channel) ordered() []*crossing {
	left := slices.Clone(c.crossings)
	slices.SortStableFunc(left, func(x, y *crossing) int {
		byPlace := x.right - y.right
		if x.rank() == 2 && y.rank() == 2 {
			byPlace = slices.Max(y.ends) - slices.Max(x.ends)
		}
		return cmp.Or(x.rank()-y.rank(), byPlace, x.net.index-y.net.index)
	})
	var list []*crossing
	for len(left) > 0 {
		next := max(0, slices.IndexFunc(left, func(x *crossing) bool {
			return !slices.ContainsFunc(left, func(o *crossing) bool { return o != x && o.before(x) })
		}))
		list = append(list, left[next])
		left = slices.Delete(left, next, next+1)
	}
	return list
}

// y returns the y of the horizontal line of a net.
func (c *channel) y(n *net) int { return c.top + gapHeight/2 + c.of(n).track*trackHeight }
