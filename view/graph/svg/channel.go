package svg

import (
	"cmp"
	"slices"
)

const (
	gapHeight   = 36 // of a gap that nothing goes across
	trackHeight = 16 // from one line that goes across to the next
)

// channel is a gap between rows with the lines that cross it, each of which has a height of its own.
type channel struct {
	column    *column
	index     int // it is above that row
	crossings []*crossing
	top       int
	height    int
}

// seen is the index of a gap as a column sees it: of one outside of the column, the one at its end.
func (c *channel) seen(from *column, end int) int {
	if c.column == from {
		return c.index
	}
	return end
}

// crossing is what a net does in a gap.
type crossing struct {
	net         *net
	above       bool  // it comes down from above, and not from the gutter of the gap's own column
	below       bool  // it goes on down, and not into that gutter
	left, right int   // from where to where it goes across
	tops, ends  []int // where it comes down from above, and where it goes on down
	track       int   // counted from above; -1: it goes straight down
}

// cross notes that a net crosses.
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

// reach makes the net of a hop go across from one place to another.
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

// rank puts what leaves for the gutter above what goes down, and what comes from the gutter below that.
func (x *crossing) rank() int {
	switch {
	case !x.below:
		return 0
	case x.above:
		return 1
	}
	return 2
}

// before reports whether one net has to go across above another: it comes down where that goes on down.
func (x *crossing) before(other *crossing) bool {
	return slices.ContainsFunc(x.tops, func(top int) bool {
		return slices.ContainsFunc(other.ends, func(end int) bool { return abs(top-end) < apart })
	})
}

// assign gives each net that does not go straight down a height: of those that leave, the left ones are above; of those that
// come in, the right ones.
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

// ordered are the crossings from above to below.
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

// y is the height at which a net goes across.
func (c *channel) y(n *net) int { return c.top + gapHeight/2 + c.of(n).track*trackHeight }
