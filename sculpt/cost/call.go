package cost

import "github.com/nactgen/nactgen/sculpt/ir"

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
