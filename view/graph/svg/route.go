package svg

import (
	"slices"

	"github.com/nactgen/nactgen/view/graph"
)

// net is all lines that begin at one row. They run together as far as they have one way.
type net struct {
	from  *row
	order bool // mere order
	index int
}

// route is the way of one edge: down from its first row, across gaps and along gutters, down to its last.
type route struct {
	edge graph.Edge
	net  *net
	to   *row
	hops []hop
	port int // where it comes in at the top of its last row
}

// hop crosses a gap: from the row above it, or from a gutter, to a gutter, or to the end.
type hop struct {
	gap      *channel
	from, to *column // whose gutter; nil: where the route begins or ends
}

// router finds ways.
type router struct {
	nets   []*net
	routes []*route
}

// newRouter routes all edges of a graph that lead down, and where rows follow each other without one, their order.
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

// add adds the route between two rows, unless that would lead up or aside.
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
			h.to.gutter.note(n, h.gap.seen(h.to, 0))
			h.to.gutter.note(n, hops[i+1].gap.seen(h.to, len(h.to.rows)))
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

// order adds, for rows that follow each other, that they do, where no other edge shows it.
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

// joined reports whether an edge leads from within a row to within another.
func (r *router) joined(above, below *row) bool {
	return slices.ContainsFunc(r.routes, func(route *route) bool {
		return within(route.net.from, above) && within(route.to, below)
	})
}

func within(r, outer *row) bool {
	for ; r != nil; r = r.column.in {
		if r == outer {
			return true
		}
	}
	return false
}

// way returns the hops from one row down to another; nil if that is not below.
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

// walk collects hops.
type walk struct {
	hops []hop
	last *column // in whose gutter the way is
}

func (w *walk) cross(gap *channel) { w.hops = append(w.hops, hop{gap: gap, from: w.last}) }

// along has the way go on in the gutter of a column.
func (w *walk) along(c *column) {
	w.hops[len(w.hops)-1].to, w.last = c, c
}

// ancestors are a row and those in whose frames it stands, from the inside out.
func ancestors(r *row) []*row {
	var list []*row
	for ; r != nil; r = r.column.in {
		list = append(list, r)
	}
	return list
}
