package work

import "github.com/nactgen/nactgen/sculpt/ir"

// searchesText is the work of DynIn for a text: it is only compared with other texts.
var searchesText = ir.Work{Visits: []ir.Visit{ir.VisitPart, ir.VisitElements}}

// call counts a call.
func (c *Counter) call(n *ir.Call) extent {
	n.Costs, n.Budget = nil, false
	operands := c.extents(n.Args)
	work := n.Func.Work
	switch {
	case work.Compares:
		n.Costs = c.comparison(n.Args[0], n.Args[1], operands)
		return whole(bounded)
	case n.Func == ir.FnRange:
		return c.makesRange(n)
	case n.Func.FindsZone:
		if c.depth > 0 {
			n.Costs = []ir.Cost{{Operand: 0, Measure: ir.CountZone}}
		}
		return whole(bounded)
	case n.Func.Budgeted && c.depth > 0 && operands[1].deep() != bounded:
		n.Budget = true
		return whole(bounded)
	case n.Func == ir.FnDynIn && isText(n.Args[0]):
		work = searchesText
	}
	for i, operand := range operands {
		n.Costs = append(n.Costs, c.operand(work.Visit(i), i, n.Args[i].Type(), operand)...)
	}
	if i := work.Repeats; i > 0 && c.depth > 0 && operands[i].deep() != bounded {
		n.Costs = append(n.Costs, ir.Cost{Operand: ir.Result, Measure: ir.CountBytes})
	}
	return c.made(work.Makes, n.Args, operands)
}

// operand returns what it costs to go over an operand.
func (c *Counter) operand(visit ir.Visit, place int, t *ir.Type, e extent) []ir.Cost {
	switch {
	case visit == ir.VisitPart, visit == ir.VisitElements && c.isFree(e.own), visit == ir.VisitAll && c.isFree(e.deep()):
		return nil
	case t.Kind == ir.String || t.Kind == ir.Bytes:
		return []ir.Cost{{Operand: place, Measure: ir.CountBytes}}
	case visit == ir.VisitElements || (t.Kind == ir.List || t.Kind == ir.Map) && e.inside == bounded:
		return []ir.Cost{{Operand: place, Measure: ir.CountElements}}
	}
	return []ir.Cost{{Operand: place, Measure: ir.CountAll}}
}

// made returns the extent of what a function returns.
func (c *Counter) made(makes ir.Makes, args []ir.Node, operands []extent) extent {
	switch makes {
	case ir.MakesFirst:
		return operands[0]
	case ir.MakesPart:
		return operands[0].part()
	}
	inside := bounded
	for i, operand := range operands {
		l := operand.deep()
		if kind := args[i].Type().Kind; l != bounded && (kind == ir.String || kind == ir.Bytes) {
			l = c.depth // what was copied of it was counted
		}
		inside = join(inside, l)
	}
	if inside == bounded {
		return whole(bounded)
	}
	return extent{c.depth, inside}
}

// makesRange counts lists.range, whose size an upstream can choose.
func (c *Counter) makesRange(n *ir.Call) extent {
	if _, constant := n.Args[0].(*ir.Const); constant {
		return whole(bounded)
	}
	if c.depth > 0 {
		n.Costs = []ir.Cost{{Operand: ir.Result, Measure: ir.CountElements}}
	}
	return extent{c.depth, bounded}
}

// contains counts a search for x in a list.
func (c *Counter) contains(x, list extent) []ir.Cost {
	var costs []ir.Cost
	if !c.isFree(list.own) {
		costs = append(costs, ir.Cost{Operand: 1, Measure: ir.CountElements})
	}
	if !c.isFree(list.deep()) && !c.isFree(x.deep()) {
		costs = append(costs, ir.Cost{Operand: 0, Measure: ir.CountBytes})
	}
	return costs
}

// comparison counts a comparison: it ends with the smaller of the two. A text of one loop may be compared with one of the loop
// around it for no more than the elements cost: all texts of one list together are compared no more often than the other list is long.
func (c *Counter) comparison(x, y ir.Node, operands []extent) []ir.Cost {
	a, b := operands[0].deep(), operands[1].deep()
	switch {
	case c.isFree(a) || c.isFree(b) || (isText(x) || isText(y)) && c.isPair(a, b):
		return nil
	case isText(y):
		return c.operand(ir.VisitAll, 1, y.Type(), operands[1])
	}
	return c.operand(ir.VisitAll, 0, x.Type(), operands[0])
}

// isText reports whether n can only equal a text.
func isText(n ir.Node) bool {
	if dyn, ok := n.(*ir.ToDyn); ok {
		n = dyn.X
	}
	return n.Type().Kind == ir.String || n.Type().Kind == ir.Bytes
}

// isPair reports whether one is of the element of the only loop that runs again, and the other of the loop around that.
func (c *Counter) isPair(a, b level) bool {
	return len(c.again) == 1 && (a == c.depth && b == c.again[0]-1 || b == c.depth && a == c.again[0]-1)
}
