// Package work finds out what of an expression is done again and again, so that the service can count it and stop.
//
// One pass over an answer is bounded by the largest answer that is read at all, and so are nested passes that each go over a part of
// the element around them, as in a.map(x, x.items.filter(...)). Everything else in a loop multiplies two sizes that an
// upstream chooses: a loop over another list, a search in it, a text that becomes part of many. Those are marked: [ir.Loop.Again],
// [ir.Cost]. What the manifest, an input or the configuration holds is bounded by them.
package work

import "github.com/nactgen/nactgen/sculpt/ir"

// Counter marks the expressions of one tool. The zero Counter is ready for use.
type Counter struct {
	vars   map[string]extent
	locals map[*ir.Local]extent
	depth  level   // how many loops are around that can have many elements
	again  []level // the depths inside those of them that run again
}

// Count marks what an expression does again, and returns it, or a node around it if even its value has to be counted.
// nil is no expression. Vars that it reads must have been defined.
func (c *Counter) Count(n ir.Node) ir.Node {
	n, _ = c.root(n)
	return n
}

// Define is Count for the value of a var.
func (c *Counter) Define(name string, n ir.Node) ir.Node {
	n, e := c.root(n)
	if c.vars == nil {
		c.vars = map[string]extent{}
	}
	c.vars[name] = e
	return n
}

func (c *Counter) root(n ir.Node) (ir.Node, extent) {
	if n == nil {
		return nil, extent{}
	}
	c.locals, c.depth, c.again = map[*ir.Local]extent{}, 0, nil
	if e := c.node(n); e.deep() != many {
		return n, e
	}
	return &ir.Counted{X: n}, extent{}
}

// isFree reports whether going over something of that level needs no counting.
func (c *Counter) isFree(l level) bool { return l == bounded || l == c.depth && len(c.again) == 0 }

// node marks a node and all below it, and returns how large its value can be.
func (c *Counter) node(n ir.Node) extent { return c.value(n).fit(n.Type()) }

func (c *Counter) extents(nodes []ir.Node) []extent {
	list := make([]extent, len(nodes))
	for i, n := range nodes {
		list[i] = c.node(n)
	}
	return list
}

func (c *Counter) value(n ir.Node) extent {
	switch n := n.(type) {
	case *ir.Root:
		return c.source(n)
	case *ir.Ref:
		return c.locals[n.To]
	case *ir.Member:
		return c.node(n.X).part()
	case *ir.Maybe:
		return c.node(n.X).part()
	case *ir.Element:
		c.node(n.Index)
		return c.node(n.List).part()
	case *ir.Some, *ir.NotNull, *ir.MayNull, *ir.ToDyn, *ir.FromEnum:
		return c.node(ir.Children(n)[0])
	case *ir.Then:
		c.locals[n.Local] = c.node(n.X)
		return c.node(n.Body)
	case *ir.Let:
		c.locals[n.Local] = c.node(n.Value)
		return c.node(n.Body)
	case *ir.OrValue:
		return joinExtents(c.node(n.X), c.node(n.Else))
	case *ir.Or:
		return joinExtents(c.node(n.X), c.node(n.Else))
	case *ir.Cond:
		c.node(n.If)
		return joinExtents(c.node(n.Then), c.node(n.Else))
	}
	return c.compound(n)
}

// source returns how large a root can be.
func (c *Counter) source(n *ir.Root) extent {
	switch n.Kind {
	case ir.BodyRoot, ir.HeadersRoot:
		return whole(0)
	case ir.VarRoot:
		return c.vars[n.Name]
	}
	return whole(bounded)
}

// compound is value for the nodes that compute.
func (c *Counter) compound(n ir.Node) extent {
	switch n := n.(type) {
	case *ir.Call:
		return c.call(n)
	case *ir.Loop:
		return c.loop(n)
	case *ir.Binary:
		return c.binary(n)
	case *ir.In:
		n.Costs = c.contains(c.node(n.X), c.node(n.List))
		return whole(bounded)
	case *ir.Concat:
		var e extent
		n.Costs, e = c.throughout(n.Parts)
		return e
	case *ir.Matches:
		n.Costs = nil
		if e := c.node(n.X); !c.isFree(e.own) {
			n.Costs = []ir.Cost{{Operand: 0, Measure: ir.CountElements}}
		}
		return whole(bounded)
	case *ir.Row:
		n.Costs = c.operand(ir.VisitAll, 1, n.Key.Type(), c.node(n.Key))
		return whole(bounded)
	case *ir.ListLit:
		var l level
		n.Costs, l = c.stored(n.Elems, func(i int) int { return i })
		return extent{bounded, l}
	case *ir.MapLit:
		return c.mapLit(n)
	case *ir.Record:
		var l level
		n.Costs, l = c.stored(ir.Children(n), func(i int) int { return i })
		return whole(l)
	case *ir.Counted:
		c.node(n.X)
		return whole(c.depth)
	}
	return whole(c.together(ir.Children(n))) // of a condition its type says more
}

// together returns the level of several values.
func (c *Counter) together(nodes []ir.Node) level {
	l := bounded
	for _, e := range c.extents(nodes) {
		l = join(l, e.deep())
	}
	return l
}

// throughout counts that everything in operands is gone over, and returns the extent of what comes of it.
func (c *Counter) throughout(nodes []ir.Node) (costs []ir.Cost, result extent) {
	return c.throughoutAt(nodes, func(i int) int { return i })
}

// throughoutAt is throughout for operands that stand in other places.
func (c *Counter) throughoutAt(nodes []ir.Node, place func(i int) int) (costs []ir.Cost, result extent) {
	operands := c.extents(nodes)
	for i, e := range operands {
		costs = append(costs, c.operand(ir.VisitAll, place(i), nodes[i].Type(), e)...)
	}
	return costs, c.made(ir.MakesNew, nodes, operands)
}

func (c *Counter) binary(n *ir.Binary) extent {
	if n.T.Kind == ir.Bool {
		n.Costs = c.comparison(n.X, n.Y, []extent{c.node(n.X), c.node(n.Y)})
		return whole(bounded)
	}
	var e extent
	n.Costs, e = c.throughout([]ir.Node{n.X, n.Y})
	return e
}

// mapLit counts the texts that become keys or values.
func (c *Counter) mapLit(n *ir.MapLit) extent {
	keys, keyLevel := c.throughoutAt(n.Keys, func(i int) int { return 2 * i })
	values, valueLevel := c.stored(n.Values, func(i int) int { return 2*i + 1 })
	n.Costs = append(keys, values...)
	return extent{bounded, join(keyLevel.deep(), valueLevel)}
}

// stored counts texts that become parts of a value in a loop, but not of the loop's element: what is made of that value, an answer or a
// request, holds them as often as the loop runs. It returns the level of all that is stored.
func (c *Counter) stored(nodes []ir.Node, place func(i int) int) (costs []ir.Cost, l level) {
	l = bounded
	for i, n := range nodes {
		e := c.node(n)
		if c.isRepeated(n, e) {
			costs = append(costs, ir.Cost{Operand: place(i), Measure: ir.CountBytes})
			e = whole(c.depth)
		}
		l = join(l, e.deep())
	}
	return costs, l
}

// isRepeated reports whether a value is a text to be counted where it becomes part of another value. In a loop that runs again
// it is not: most of what such loops make is looked at and forgotten.
func (c *Counter) isRepeated(n ir.Node, e extent) bool {
	t := n.Type()
	return (t.Kind == ir.String || t.Kind == ir.Bytes) && !t.Nullable && len(c.again) == 0 && !c.isFree(e.own)
}
