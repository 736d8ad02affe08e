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
	apart       = 8  // how far different lines stay apart
)

// across gives everything its place from left to right, and returns where the picture ends.
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

// across places a column, and returns where it ends.
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

// move moves a frame with all that is in it.
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

// exits are where other rows than r have lines that go down across the gap below r.
func (r *router) exits(from *row) []int {
	var list []int
	for _, n := range r.nets {
		if n.from != from && within(n.from, from) {
			list = append(list, n.from.exit)
		}
	}
	return list
}

// targets are the rows at which routes end: cards first, since the lines into a frame make room for those into its cards.
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

func kindRank(r *row) int {
	if r.frame != nil {
		return 1
	}
	return 0
}

// ports decides where lines come in at a row: beside each other in the order in which they come, the one from straight above
// in the middle, none where another line comes down to the gap above.
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

// maxShifts bounds the search for room, which a card with lines all over its top has not.
const maxShifts = 8

// shifted is 0, 11, -11, 22, -22 and so on.
func shifted(n int) int {
	d := (n + 1) / 2 * (portSpacing / 2)
	if n%2 == 0 {
		return -d
	}
	return d
}

// vertical is a line that goes down into a gap, or out of it.
type vertical struct {
	net *net
	x   int
}

// taken are the lines that reach a gap from above, and those below it that go elsewhere than to a row and have their place.
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
			if placed := h.to != nil || route.to != to && route.port > 0; placed && h.to != gap.column {
				list = append(list, vertical{route.net, route.x(i + 1)})
			}
		}
	}
	return list
}

// collides reports whether one of the ports from start on is where a line comes down that begins elsewhere.
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

// free is the first place from x on that is none of those taken.
func free(x int, taken []int) int {
	for slices.ContainsFunc(taken, func(t int) bool { return abs(t-x) < apart }) {
		x += portSpacing / 2
	}
	return x
}

func abs(x int) int { return max(x, -x) }

// x is where a route is before its hop of that number: at its beginning, in a gutter, or at its end.
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

// down gives a column its place from top to bottom, and returns where it ends.
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
