package work

import "github.com/nactgen/nactgen/sculpt/ir"

// loop marks a loop. One over something bounded is no loop for what it does: that is done a bounded number of times.
func (c *Counter) loop(n *ir.Loop) extent {
	over := c.node(n.Over)
	n.Again = !c.isFree(over.own)
	long := over.own != bounded
	element := c.element(n, over)
	if long {
		c.depth++
	}
	if n.Again {
		c.again = append(c.again, c.depth)
	}
	c.locals[n.Var] = element.fit(n.Var.T)
	if n.Index != nil {
		c.locals[n.Index] = element.fit(n.Index.T)
	}
	result := c.collected(n)
	if n.Again {
		c.again = c.again[:len(c.again)-1]
	}
	if long {
		c.depth--
	}
	return c.gathered(n, over, result)
}

// element returns the extent of the element of a loop, inside it.
func (c *Counter) element(n *ir.Loop, over extent) extent {
	switch {
	case over.own == bounded || over.inside == bounded || over.inside == many:
		return whole(over.inside)
	case n.Again || over.inside == c.depth:
		return whole(c.depth + 1)
	}
	return whole(many)
}

// collected marks what a loop does with an element, and returns the level, inside the loop, of what it keeps.
func (c *Counter) collected(n *ir.Loop) level {
	if n.Where != nil {
		c.node(n.Where)
	}
	if n.Elem == nil {
		return c.locals[n.Var].deep()
	}
	e := c.node(n.Elem)
	if c.isRepeated(n.Elem, e) {
		n.Elem, e = &ir.Counted{X: n.Elem}, whole(c.depth)
	}
	collected := e.deep()
	if n.KeyElem != nil {
		collected = join(collected, c.node(n.KeyElem).deep())
	}
	return collected
}

// gathered returns the extent of what a loop comes to. collected is the level of what it keeps of an element.
func (c *Counter) gathered(n *ir.Loop, over extent, collected level) extent {
	switch {
	case n.Kind == ir.All || n.Kind == ir.Any || n.Kind == ir.One || n.Kind == ir.Count:
		return whole(bounded)
	case n.Kind == ir.First || n.Kind == ir.FirstMay:
		return over.part()
	case over.own == bounded:
		return extent{bounded, collected}
	case collected == bounded:
		return extent{c.depth, bounded}
	case n.Elem == nil:
		return extent{c.depth, over.inside}
	case collected == c.depth+1:
		return extent{c.depth, join(over.own, over.inside)}
	}
	return extent{c.depth, many}
}
