package cost

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// loops are those around a place of an expression.
type loops struct {
	depth level   // how many of them can have many elements
	again []level // the depths inside those of them that run again
}

// inside returns the loops around the body of a loop. A long one can have many elements.
func (in loops) inside(long, again bool) loops {
	if long {
		in.depth++
	}
	if again {
		in.again = append(slices.Clip(in.again), in.depth)
	}
	return in
}

// isFree reports whether going over something of that level needs no counting.
func (in loops) isFree(l level) bool { return l == bounded || l == in.depth && len(in.again) == 0 }

// isPair reports whether one is of the element of the only loop that runs again, and the other of the loop around that.
func (in loops) isPair(a, b level) bool {
	return len(in.again) == 1 && (a == in.depth && b == in.again[0]-1 || b == in.depth && a == in.again[0]-1)
}

// loop marks a loop. One over something bounded is no loop for what it does: that is done a bounded number of times.
func (w *walker) loop(n *ir.Loop) extent {
	over := w.node(n.Over)
	n.Again = !w.in.isFree(over.own)
	element := w.in.element(n, over)
	outside := w.in
	w.in = outside.inside(over.own != bounded, n.Again)
	w.locals[n.Var] = element.fit(n.Var.T)
	if n.Index != nil {
		w.locals[n.Index] = element.fit(n.Index.T)
	}
	collected := w.collected(n)
	w.in = outside
	return outside.gathered(n, over, collected)
}

// element returns the extent of the element of a loop, inside it.
func (in loops) element(n *ir.Loop, over extent) extent {
	switch {
	case over.own == bounded || over.inside == bounded || over.inside == many:
		return whole(over.inside)
	case n.Again || over.inside == in.depth:
		return whole(in.depth + 1)
	}
	return whole(many)
}

// collected marks what a loop does with an element, and returns the level, inside the loop, of what it keeps.
func (w *walker) collected(n *ir.Loop) level {
	if n.Where != nil {
		w.node(n.Where)
	}
	if n.Elem == nil {
		return w.locals[n.Var].deep()
	}
	e := w.node(n.Elem)
	if w.in.isRepeated(n.Elem, e) {
		n.Elem, e = &ir.Counted{X: n.Elem}, whole(w.in.depth)
	}
	collected := e.deep()
	if n.KeyElem != nil {
		collected = join(collected, w.node(n.KeyElem).deep())
	}
	return collected
}

// gathered returns the extent of what a loop comes to. collected is the level of what it keeps of an element.
func (in loops) gathered(n *ir.Loop, over extent, collected level) extent {
	switch {
	case n.Kind == ir.All || n.Kind == ir.Any || n.Kind == ir.One || n.Kind == ir.Count:
		return whole(bounded)
	case n.Kind == ir.First || n.Kind == ir.FirstMay:
		return over.part()
	case over.own == bounded:
		return extent{bounded, collected}
	case collected == bounded:
		return extent{in.depth, bounded}
	case n.Elem == nil:
		return extent{in.depth, over.inside}
	case collected == in.depth+1:
		return extent{in.depth, join(over.own, over.inside)}
	}
	return extent{in.depth, many}
}
