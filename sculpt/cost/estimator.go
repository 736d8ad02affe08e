// Package cost finds out what of an expression is done again and again, so that the service can count it and stop.
//
// One pass over an answer is bounded by the largest answer that is read at all, and so are nested passes that each go over a part of
// the element around them, as in a.map(x, x.items.filter(...)). Everything else in a loop multiplies two sizes that an
// upstream chooses: a loop over another list, a search in it, a text that becomes part of many. Those are marked: [ir.Loop.Again],
// [ir.Cost]. What the manifest, an input or the configuration holds is bounded by them.
package cost

import (
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Estimator marks the expressions of one tool. The zero Estimator is ready for use.
type Estimator struct{ vars map[string]extent }

// Mark marks what an expression does again, and returns it, or a node around it if even its value has to be counted.
// nil is no expression. Vars that it reads must have been defined.
func (e *Estimator) Mark(n ir.Node) ir.Node {
	n, _ = e.mark(n)
	return n
}

// Define is Mark for the value of a var.
func (e *Estimator) Define(name string, n ir.Node) ir.Node {
	n, size := e.mark(n)
	if e.vars == nil {
		e.vars = map[string]extent{}
	}
	e.vars[name] = size
	return n
}

// mark marks an expression, and returns how large its value can be.
func (e *Estimator) mark(n ir.Node) (ir.Node, extent) {
	if n == nil {
		return nil, extent{}
	}
	w := &walker{vars: e.vars, locals: map[*ir.Local]extent{}}
	if size := w.node(n); size.deep() != many {
		return n, size
	}
	return &ir.Counted{X: n}, extent{}
}

// walker marks the nodes of one expression, each with what it costs in the loops around it.
type walker struct {
	vars   map[string]extent
	locals map[*ir.Local]extent
	in     loops
}

// node marks a node and all below it, and returns how large its value can be.
func (w *walker) node(n ir.Node) extent { return w.value(n).fit(n.Type()) }

func (w *walker) extents(nodes []ir.Node) []extent {
	return lists.Map(nodes, w.node)
}

func (w *walker) value(n ir.Node) extent {
	switch n := n.(type) {
	case *ir.Root:
		return w.source(n)
	case *ir.Ref:
		return w.locals[n.To]
	case *ir.Member:
		return w.node(n.X).part()
	case *ir.Maybe:
		return w.node(n.X).part()
	case *ir.Element:
		w.node(n.Index)
		return w.node(n.List).part()
	case *ir.Some, *ir.NotNull, *ir.MayNull, *ir.ToDyn, *ir.FromEnum:
		return w.node(ir.Children(n)[0])
	case *ir.Then:
		w.locals[n.Local] = w.node(n.X)
		return w.node(n.Body)
	case *ir.Let:
		w.locals[n.Local] = w.node(n.Value)
		return w.node(n.Body)
	case *ir.OrValue:
		return joinExtents(w.node(n.X), w.node(n.Else))
	case *ir.Or:
		return joinExtents(w.node(n.X), w.node(n.Else))
	case *ir.Guard:
		w.node(n.Broken)
		return w.node(n.X)
	case *ir.Cond:
		w.node(n.If)
		return joinExtents(w.node(n.Then), w.node(n.Else))
	}
	return w.compound(n)
}

// source returns how large a root can be.
func (w *walker) source(n *ir.Root) extent {
	switch n.Kind {
	case ir.BodyRoot, ir.HeadersRoot, ir.LinkRoot, ir.ResultRoot, ir.StepRoot, ir.ProblemRoot, ir.PagesRoot, ir.NextRoot, ir.ElementRoot:
		return whole(0)
	case ir.VarRoot, ir.PartRoot:
		return w.vars[n.Name]
	}
	return whole(bounded)
}

// compound marks a node that computes something of what is below it, and returns how large its value can be.
func (w *walker) compound(n ir.Node) extent {
	switch n := n.(type) {
	case *ir.Call:
		return w.call(n)
	case *ir.Loop:
		return w.loop(n)
	case *ir.Binary:
		return w.binary(n)
	case *ir.In:
		n.Costs = w.in.contains(w.node(n.X), w.node(n.List))
		return whole(bounded)
	case *ir.Concat:
		var e extent
		n.Costs, e = w.throughout(n.Parts, same)
		return e
	case *ir.Matches:
		n.Costs = nil
		if e := w.node(n.X); !w.in.isFree(e.own) {
			n.Costs = []ir.Cost{{Operand: 0, Measure: ir.CountElements}}
		}
		return whole(bounded)
	case *ir.Row:
		n.Costs = w.in.operand(ir.VisitAll, 1, n.Key.Type(), w.node(n.Key))
		return whole(bounded)
	case *ir.ListLit:
		var l level
		n.Costs, l = w.stored(n.Elems, same)
		return extent{bounded, l}
	case *ir.MapLit:
		return w.mapLit(n)
	case *ir.Record:
		var l level
		n.Costs, l = w.stored(ir.Children(n), same)
		return whole(l)
	case *ir.Counted:
		w.node(n.X)
		return whole(w.in.depth)
	}
	return whole(w.together(ir.Children(n))) // [extent.fit] narrows that where the type does
}

// same is the place of operands that are all Children of a node.
func same(i int) int { return i }

// together returns the level of several values.
func (w *walker) together(nodes []ir.Node) level {
	l := bounded
	for _, e := range w.extents(nodes) {
		l = join(l, e.deep())
	}
	return l
}

// throughout counts that everything in operands is gone over, and returns the extent of what comes of it. place says which of the node's
// Children each of the operands is.
func (w *walker) throughout(nodes []ir.Node, place func(i int) int) (costs []ir.Cost, result extent) {
	operands := w.extents(nodes)
	for i, e := range operands {
		costs = append(costs, w.in.operand(ir.VisitAll, place(i), nodes[i].Type(), e)...)
	}
	return costs, w.in.made(ir.MakesNew, nodes, operands)
}

func (w *walker) binary(n *ir.Binary) extent {
	if n.T.Kind == ir.Bool {
		n.Costs = w.in.comparison(n.X, n.Y, []extent{w.node(n.X), w.node(n.Y)})
		return whole(bounded)
	}
	var e extent
	n.Costs, e = w.throughout([]ir.Node{n.X, n.Y}, same)
	return e
}

// mapLit counts the texts that become keys or values.
func (w *walker) mapLit(n *ir.MapLit) extent {
	keys, keyLevel := w.throughout(n.Keys, func(i int) int { return 2 * i })
	values, valueLevel := w.stored(n.Values, func(i int) int { return 2*i + 1 })
	n.Costs = append(keys, values...)
	return extent{bounded, join(keyLevel.deep(), valueLevel)}
}

// stored counts texts that become parts of a value in a loop, but not of the loop's element: what is made of that value, an answer or a
// request, holds them as often as the loop runs. It returns the level of all that is stored.
func (w *walker) stored(nodes []ir.Node, place func(i int) int) (costs []ir.Cost, l level) {
	l = bounded
	for i, n := range nodes {
		e := w.node(n)
		if w.in.isRepeated(n, e) {
			costs = append(costs, ir.Cost{Operand: place(i), Measure: ir.CountBytes})
			e = whole(w.in.depth)
		}
		l = join(l, e.deep())
	}
	return costs, l
}
