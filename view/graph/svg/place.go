package svg

import (
	"cmp"
	"slices"
)

const (
	margin      = 20
	framePad    = 16 // around the columns of a frame, and between them
	frameTop    = 30 // where a frame has its title
	portSpacing = 22 // between lines that come in at one card
	apart       = 8  // between the lines of different nets
)

// across sets the x of everything, and returns the right end of the picture.
func (t *tree) across(r *router) (right int) {
	right = t.root.across(margin)
	for _, n := range r.nets {
		n.from.exit = n.from.box().x + n.from.box().w/2
	}
	for _, n := range r.nets {
		if n.from.frame != nil { // whose middle may be that of a card in it
			n.from.exit = free(n.from.exit, r.exits(n.from))
		}
	}
	for _, target := range r.targets() {
		r.ports(target)
	}
	for _, route := range r.routes {
		for i, h := range route.hops {
			h.gap.reach(route.net, h, route.x(i), route.x(i+1))
		}
	}
	return right
}

// across sets the x of a column and of everything in it, and returns its right end.
func (c *column) across(x int) (right int) {
	c.gutter.assign()
	c.left = x + c.gutter.width()
	width := c.width
	for _, r := range c.rows {
		if r.frame != nil {
			at := c.left + framePad
			for _, inner := range r.frame.columns {
				at = inner.across(at) + framePad
			}
			r.frame.x, r.frame.w = c.left, at-c.left
			width = max(width, r.frame.w)
		}
	}
	for _, r := range c.rows {
		if r.card != nil {
			r.card.x = c.left + (width-r.card.w)/2
			continue
		}
		r.frame.move((width - r.frame.w) / 2)
	}
	right = c.left + width
	if c.loops {
		right = max(right, c.left+(width+c.width)/2+loopRoom)
	}
	return right
}

// move moves a frame and everything in it to the right.
func (f *frame) move(dx int) {
	f.x += dx
	for _, c := range f.columns {
		c.left += dx
		for _, r := range c.rows {
			if r.card != nil {
				r.card.x += dx
			} else {
				r.frame.move(dx)
			}
		}
	}
}

// exits returns the x at which lines of rows within a frame leave it.
func (r *router) exits(from *row) []int {
	var list []int
	for _, n := range r.nets {
		if n.from != from && within(n.from, from) {
			list = append(list, n.from.exit)
		}
	}
	return list
}

// targets returns the rows at which routes end. Cards are first, since the lines that end at a frame have to avoid those that end at its cards.
func (r *router) targets() []*row {
	var list []*row
	for _, route := range r.routes {
		if !slices.Contains(list, route.to) {
			list = append(list, route.to)
		}
	}
	slices.SortStableFunc(list, func(a, b *row) int { return kindRank(a) - kindRank(b) })
	return list
}

// kindRank orders cards before frames.
func kindRank(r *row) int {
	if r.frame != nil {
		return 1
	}
	return 0
}

// ports sets the x at which lines end at the top of a row: side by side in the order of where they come from. A line from straight above ends in the
// middle, and none ends where a line of another row enters the channel above.
func (r *router) ports(to *row) {
	var in []*route
	for _, route := range r.routes {
		if route.to == to {
			in = append(in, route)
		}
	}
	slices.SortStableFunc(in, func(a, b *route) int {
		return cmp.Or(a.x(len(a.hops)-1)-b.x(len(b.hops)-1), a.net.index-b.net.index)
	})
	middle := to.box().x + to.box().w/2
	straight := slices.IndexFunc(in, func(route *route) bool { return route.x(len(route.hops)-1) == middle })
	first := middle - (len(in)-1)*portSpacing/2
	if straight >= 0 {
		first = middle - straight*portSpacing
	}
	taken := r.taken(in[0].hops[len(in[0].hops)-1].gap, to)
	for shift := 0; ; shift++ {
		start := first + shifted(shift)
		if shift > maxShifts || !collides(start, len(in), in, taken) {
			for i, route := range in {
				route.port = start + i*portSpacing
			}
			return
		}
	}
}

// maxShifts bounds the search for free ports, of which a card with lines all over its top has none.
const maxShifts = 8

// shifted is 0, 11, -11, 22, -22 and so on.
func shifted(n int) int {
	d := (n + 1) / 2 * (portSpacing / 2)
	if n%2 == 0 {
		return -d
	}
	return d
}

// vertical is a line that enters a channel from above, or leaves it downwards.
type vertical struct {
	net *net
	x   int
}

// taken returns the vertical lines at a channel whose x is known: those that enter it from above, and those that leave it downwards, except to the row
// whose ports are being set.
func (r *router) taken(gap *channel, to *row) []vertical {
	var list []vertical
	for _, route := range r.routes {
		for i, h := range route.hops {
			if h.gap != gap {
				continue
			}
			if h.from != gap.column {
				list = append(list, vertical{route.net, route.x(i)})
			}
			if hasX := h.to != nil || route.to != to && route.port > 0; hasX && h.to != gap.column {
				list = append(list, vertical{route.net, route.x(i + 1)})
			}
		}
	}
	return list
}

// collides reports whether one of the ports from start on is too near to a line that begins at another row.
func collides(start, count int, in []*route, taken []vertical) bool {
	for i := range count {
		for _, v := range taken {
			if x := start + i*portSpacing; v.net.from != in[i].net.from && abs(v.x-x) < apart {
				return true
			}
		}
	}
	return false
}

// free returns the first x from the given one on that keeps its distance from those taken.
func free(x int, taken []int) int {
	for slices.ContainsFunc(taken, func(t int) bool { return abs(t-x) < apart }) {
		x += portSpacing / 2
	}
	return x
}

func abs(x int) int { return max(x, -x) }

// x returns the x of a route before the hop with an index; with the number of hops, that of its end.
func (route *route) x(hop int) int {
	switch {
	case hop == 0:
		return route.net.from.exit
	case hop == len(route.hops):
		return route.port
	}
	c := route.hops[hop].from
	return c.left - gutterPad - c.gutter.span(route.net).track*trackWidth - trackWidth/2
}

// down sets the y of everything in a column, and returns its lower end.
func (c *column) down(y int) (bottom int) {
	for i, r := range c.rows {
		if gap := c.gaps[i]; i > 0 { // nothing crosses the first one
			gap.assign()
			gap.top = y
			y += gap.height
		}
		b := r.box()
		b.y = y
		if r.frame != nil {
			b.h = frameTop
			for _, inner := range r.frame.columns {
				b.h = max(b.h, inner.down(y+frameTop)-y)
			}
			b.h += framePad
		}
		y += b.h
	}
	return y
}
