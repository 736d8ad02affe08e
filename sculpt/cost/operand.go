package cost

import "github.com/nactgen/nactgen/sculpt/ir"

// operand returns what it costs to go over an operand.
func (in loops) operand(visit ir.Visit, place int, t *ir.Type, e extent) []ir.Cost {
	switch {
	case visit == ir.VisitPart, visit == ir.VisitElements && in.isFree(e.own), visit == ir.VisitAll && in.isFree(e.deep()):
		return nil
	case t.Kind == ir.String || t.Kind == ir.Bytes:
		return []ir.Cost{{Operand: place, Measure: ir.CountBytes}}
	case visit == ir.VisitElements || (t.Kind == ir.List || t.Kind == ir.Map) && e.inside == bounded:
		return []ir.Cost{{Operand: place, Measure: ir.CountElements}}
	}
	return []ir.Cost{{Operand: place, Measure: ir.CountAll}}
}

// made returns the extent of what a function returns.
func (in loops) made(makes ir.Makes, args []ir.Node, operands []extent) extent {
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
			l = in.depth // its bytes were counted when they were copied
		}
		inside = join(inside, l)
	}
	if inside == bounded {
		return whole(bounded)
	}
	return extent{in.depth, inside}
}

// contains counts a search for x in a list.
func (in loops) contains(x, list extent) []ir.Cost {
	var costs []ir.Cost
	if !in.isFree(list.own) {
		costs = append(costs, ir.Cost{Operand: 1, Measure: ir.CountElements})
	}
	if !in.isFree(list.deep()) && !in.isFree(x.deep()) {
		costs = append(costs, ir.Cost{Operand: 0, Measure: ir.CountBytes})
	}
	return costs
}

// comparison counts a comparison: it ends with the smaller of the two. A text of one loop may be compared with one of the loop
// around it for no more than the elements cost: all texts of one list together are compared no more often than the other list is long.
func (in loops) comparison(x, y ir.Node, operands []extent) []ir.Cost {
	a, b := operands[0].deep(), operands[1].deep()
	switch {
	case in.isFree(a) || in.isFree(b) || (isText(x) || isText(y)) && in.isPair(a, b):
		return nil
	case isText(y):
		return in.operand(ir.VisitAll, 1, y.Type(), operands[1])
	}
	return in.operand(ir.VisitAll, 0, x.Type(), operands[0])
}

// isText reports whether n can only equal a text.
func isText(n ir.Node) bool {
	if dyn, ok := n.(*ir.ToDyn); ok {
		n = dyn.X
	}
	return n.Type().Kind == ir.String || n.Type().Kind == ir.Bytes
}

// isRepeated reports whether a value is a text to be counted where it becomes part of another value. In a loop that runs again
// it is not: most of what such loops make is looked at and forgotten.
func (in loops) isRepeated(n ir.Node, e extent) bool {
	t := n.Type()
	return (t.Kind == ir.String || t.Kind == ir.Bytes) && !t.Nullable && len(in.again) == 0 && !in.isFree(e.own)
}

// searchesText is the work of DynIn for a text: it is only compared with other texts.
var searchesText = ir.Work{Visits: []ir.Visit{ir.VisitPart, ir.VisitElements}}

// call counts a call.
func (w *walker) call(n *ir.Call) extent {
	n.Costs, n.Budget = nil, false
	operands := w.extents(n.Args)
	work := n.Func.Work
	switch {
	case work.Compares:
		n.Costs = w.in.comparison(n.Args[0], n.Args[1], operands)
		return whole(bounded)
	case n.Func == ir.FnRange:
		return w.makesRange(n)
	case n.Func.FindsZone:
		if w.in.depth > 0 {
			n.Costs = []ir.Cost{{Operand: 0, Measure: ir.CountZone}}
		}
		return whole(bounded)
	case n.Func.Budgeted && w.in.depth > 0 && operands[1].deep() != bounded:
		n.Budget = true
		return whole(bounded)
	case n.Func == ir.FnDynIn && isText(n.Args[0]):
		work = searchesText
	}
	for i, operand := range operands {
		n.Costs = append(n.Costs, w.in.operand(work.Visit(i), i, n.Args[i].Type(), operand)...)
	}
	if work.Searches {
		for i := range n.Costs {
			n.Costs[i].Measure = ir.CountElements
		}
	}
	if i := work.Repeats; i > 0 && w.in.depth > 0 && operands[i].deep() != bounded {
		n.Costs = append(n.Costs, ir.Cost{Operand: ir.Result, Measure: ir.CountBytes})
	}
	return w.in.made(work.Makes, n.Args, operands)
}

// makesRange counts lists.range, whose size an upstream can choose.
func (w *walker) makesRange(n *ir.Call) extent {
	if _, constant := n.Args[0].(*ir.Const); constant {
		return whole(bounded)
	}
	if w.in.depth > 0 {
		n.Costs = []ir.Cost{{Operand: ir.Result, Measure: ir.CountElements}}
	}
	return extent{w.in.depth, bounded}
}
