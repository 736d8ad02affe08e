package svg

import (
	"slices"

	"github.com/nactgen/nactgen/view/graph"
)

// net is the lines of one kind that begin at a row. They are drawn as one as far as they have the same way.
type net struct {
	from  *row
	order bool // the lines only show an order, and no read
	index int
}

// route is the line of one edge: down from the row at which it begins, through channels and along gutters, down to the row at which it ends.
type route struct {
	edge graph.Edge
	net  *net
	to   *row
	hops []hop
	port int // the x at which it ends, at the top of that row
}

// hop leads through a channel, from the gutter of one column to that of another. Nil is the row at which the route begins or ends.
type hop struct {
	gap      *channel
	from, to *column
}

// router finds the routes of a graph.
type router struct {
	nets   []*net
	routes []*route
}

// newRouter routes all edges of a graph that lead down, and adds routes for the order of rows that no edge connects.
func newRouter(g *graph.Graph, t *tree) *router {
	r := &router{}
	for _, e := range g.Edges {
		from, to := t.rows[e.From], t.rows[e.To]
		if from != nil && to != nil {
			r.add(e, from, to)
		}
	}
	r.order(t.root)
	return r
}

// add adds the route of an edge between two rows, unless it would lead up or sideways.
func (r *router) add(e graph.Edge, from, to *row) {
	hops := way(from, to)
	if hops == nil {
		return
	}
	n := r.net(from, len(e.Reads) == 0)
	r.routes = append(r.routes, &route{edge: e, net: n, to: to, hops: hops})
	for i, h := range hops {
		h.gap.cross(n, h)
		if h.to != nil {
			h.to.gutter.extend(n, h.gap.seen(h.to, 0))
			h.to.gutter.extend(n, hops[i+1].gap.seen(h.to, len(h.to.rows)))
		}
	}
}

func (r *router) net(from *row, order bool) *net {
	i := slices.IndexFunc(r.nets, func(n *net) bool { return n.from == from && n.order == order })
	if i < 0 {
		i = len(r.nets)
		r.nets = append(r.nets, &net{from: from, order: order, index: i})
	}
	return r.nets[i]
}

// order adds routes between rows that follow each other, if no other route shows that.
func (r *router) order(c *column) {
	for i, below := range c.rows {
		if i > 0 && !below.alone && !r.joined(c.rows[i-1], below) {
			r.add(graph.Edge{}, c.rows[i-1], below)
		}
		if below.frame != nil {
			for _, inner := range below.frame.columns {
				r.order(inner)
			}
		}
	}
}

// joined reports whether a route leads from one row, or a row in its frame, to another one.
func (r *router) joined(above, below *row) bool {
	return slices.ContainsFunc(r.routes, func(route *route) bool {
		return within(route.net.from, above) && within(route.to, below)
	})
}

// within reports whether a row is another one, or is in its frame.
func within(r, outer *row) bool {
	for ; r != nil; r = r.column.in {
		if r == outer {
			return true
		}
	}
	return false
}

// way returns the hops from one row down to another, or nil if that is not below.
func way(from, to *row) []hop {
	up, down := ancestors(from), ancestors(to)
	for up[len(up)-1] == down[len(down)-1] {
		if len(up) == 1 || len(down) == 1 {
			return nil
		}
		up, down = up[:len(up)-1], down[:len(down)-1]
	}
	above, below := up[len(up)-1], down[len(down)-1]
	if above.column != below.column || above.index >= below.index {
		return nil
	}
	w := &walk{}
	for _, r := range up[:len(up)-1] {
		if r.index+1 < len(r.column.rows) {
			w.cross(r.column.gaps[r.index+1])
			w.along(r.column)
		}
	}
	w.cross(above.column.gaps[above.index+1])
	if below.index > above.index+1 {
		w.along(below.column)
		w.cross(below.column.gaps[below.index])
	}
	for _, r := range slices.Backward(down[:len(down)-1]) {
		if r.index > 0 {
			w.along(r.column)
			w.cross(r.column.gaps[r.index])
		}
	}
	return w.hops
}

// walk collects the hops of a way.
type walk struct {
	hops []hop
	last *column // in whose gutter the way is; nil at its beginning
}

func (w *walk) cross(gap *channel) { w.hops = append(w.hops, hop{gap: gap, from: w.last}) }

// along continues the way in the gutter of a column.
func (w *walk) along(c *column) {
	w.hops[len(w.hops)-1].to, w.last = c, c
}

// ancestors returns a row and the rows whose frames it is in, from the inside out.
func ancestors(r *row) []*row {
	var list []*row
	for ; r != nil; r = r.column.in {
		list = append(list, r)
	}
	return list
}
