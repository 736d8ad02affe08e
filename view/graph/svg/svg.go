// Package svg draws graphs as SVG that stands by itself: no script, no font or picture from elsewhere, light or dark as its viewer
// prefers. Steps run from top to bottom, and what runs at the same time stands side by side. All measures are whole pixels, so that
// the same graph is the same bytes everywhere.
package svg

import (
	"fmt"
	"io"
	"strings"

	"github.com/nactgen/nactgen/view/graph"
)

const (
	minWidth       = 2*margin + minCard // of a picture
	maxDescription = 3                  // lines of the description of a tool
)

// Write writes the picture of a graph.
func Write(w io.Writer, g *graph.Graph) error {
	t := newTree(g)
	r := newRouter(g, t)
	width := max(t.across(r)+margin, minWidth)
	top, y := heading(g, width)
	height := t.root.down(y) + margin

	var p pen
	fmt.Fprintf(&p, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-labelledby=\"title desc\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">\n",
		width, height, width, height)
	fmt.Fprintf(&p, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", escaped(g.Tool), escaped(g.Words()))
	p.style()
	p.rect("ground", box{0, 0, width, height}, 6)
	p.Write(top)
	p.frames(t.root)
	for _, route := range r.routes {
		p.route(route)
	}
	p.cards(t.root)
	p.labels(r)
	p.WriteString("</svg>\n")
	_, err := w.Write(p.Bytes())
	return err
}

// heading draws the name and the description of the tool, and returns the y below them.
func heading(g *graph.Graph, width int) (art []byte, y int) {
	s := &sheet{left: margin, right: width - margin, y: margin}
	s.text(titleFont, s.left, s.y+16, titleFont.cut(g.Tool, s.width()))
	s.y += 26
	if text := g.Description; text != "" {
		for _, l := range plainFont.wrap(text, s.width(), s.width(), maxDescription) {
			s.text(plainFont, s.left, s.y+13, l)
			s.y += lineHeight
		}
	}
	return s.Bytes(), s.y + 12
}

// frames draws the frames of a column, which are behind the lines.
func (p *pen) frames(c *column) {
	for _, r := range c.rows {
		if r.frame == nil {
			continue
		}
		p.rect("frame", r.frame.box, 12)
		for _, inner := range r.frame.columns {
			p.frames(inner)
		}
	}
}

// cards draws the cards of a column, and the titles of its frames.
func (p *pen) cards(c *column) {
	for _, r := range c.rows {
		if r.card != nil {
			fmt.Fprintf(p, "<g transform=\"translate(%d %d)\">\n", r.card.x, r.card.y)
			p.Write(r.card.art)
			p.end()
			continue
		}
		p.textEnd(labelFont, r.frame.x+r.frame.w-framePad, r.frame.y+19, "at the same time")
		for _, inner := range r.frame.columns {
			p.cards(inner)
		}
	}
}

// point is a place in the picture.
type point struct{ x, y int }

// corners returns the ends of a route and the points at which it turns.
func (route *route) corners() []point {
	from := route.net.from.box()
	list := []point{{route.x(0), from.y + from.h}}
	for i, h := range route.hops {
		before, after := route.x(i), route.x(i+1)
		if before != after {
			y := h.gap.y(route.net)
			list = append(list, point{before, y}, point{after, y})
		}
	}
	return append(list, point{route.port, route.to.box().y})
}

// route draws an edge.
func (p *pen) route(route *route) {
	corners := route.corners()
	tip := corners[len(corners)-1]
	p.titled(route.title())
	if route.net.order {
		p.path("order", polyline(corners, tip.y-3))
		p.path("tip", moveTo(tip.x-5, tip.y-8)+lineTo(tip.x, tip.y-2)+lineTo(tip.x+5, tip.y-8))
	} else {
		p.path("reads", polyline(corners, tip.y-8))
		p.path("head", moveTo(tip.x, tip.y-1)+lineTo(tip.x-5, tip.y-10)+lineTo(tip.x+5, tip.y-10)+"Z")
	}
	p.end()
}

// title describes an edge.
func (route *route) title() string {
	e := route.edge
	if e.To == "" {
		return "afterwards"
	}
	if len(e.Reads) == 0 {
		return fmt.Sprintf("%s runs after %s", e.To, e.From)
	}
	reads := make([]string, len(e.Reads))
	for i, r := range e.Reads {
		reads[i] = r.String()
	}
	return fmt.Sprintf("%s reads %s: %s", e.To, e.From, strings.Join(reads, ", "))
}

// cornerRadius is the radius of the rounded corners of lines.
const cornerRadius = 8

// polyline returns the path along corners, which are rounded. It ends at a y instead of that of the last corner.
func polyline(corners []point, end int) string {
	corners[len(corners)-1].y = end
	var b strings.Builder
	b.WriteString(moveTo(corners[0].x, corners[0].y))
	for i := 1; i < len(corners)-1; i++ {
		at := corners[i]
		radius := min(cornerRadius, distance(corners[i-1], at)/2, distance(at, corners[i+1])/2)
		before, after := towards(at, corners[i-1], radius), towards(at, corners[i+1], radius)
		b.WriteString(lineTo(before.x, before.y) + curve(at.x, at.y, after.x, after.y))
	}
	last := corners[len(corners)-1]
	return b.String() + lineTo(last.x, last.y)
}

// curve returns a bend towards a point, which ends at another.
func curve(x, y, endX, endY int) string { return fmt.Sprintf("Q%d %d %d %d", x, y, endX, endY) }

// distance returns the distance of two points with the same x or y.
func distance(a, b point) int { return abs(a.x-b.x) + abs(a.y-b.y) }

// towards returns the point at a distance from a on the way to b.
func towards(a, b point, far int) point {
	return point{a.x + far*sign(b.x-a.x), a.y + far*sign(b.y-a.y)}
}

func sign(x int) int { return min(max(x, -1), 1) }

// labels writes, beside lines that come from a gutter, the name of the step at which they begin.
func (p *pen) labels(r *router) {
	type end struct {
		gap *channel
		net *net
	}
	named := map[end]bool{}
	for _, route := range r.routes {
		last := len(route.hops) - 1
		h := route.hops[last]
		if h.from == nil || route.net.order || named[end{h.gap, route.net}] {
			continue
		}
		named[end{h.gap, route.net}] = true
		x := h.from.left + 4
		if text := labelFont.cut(name(route.edge.From), route.port-x-cornerRadius); text != ellipsis {
			p.text(labelFont, x, h.gap.y(route.net)-4, text)
		}
	}
}

// name returns the name of a node without its section.
func name(n graph.Node) string { return strings.TrimPrefix(string(n), "steps.") }
