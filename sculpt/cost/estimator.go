// Package cost finds out what of an expression is done again and again, so that the service can count it and stop.
//
// One pass over an answer is bounded by the largest answer that is read at all, and so are nested passes that each go over a part of
// the element around them, as in a.map(x, x.items.filter(...)). Everything else in a loop multiplies two sizes that an
// upstream chooses: a loop over another list, a search in it, a text that becomes part of many. Those are marked: [ir.Loop.Again],
// [ir.Cost]. What the manifest, an input or the configuration holds is bounded by them.
package cost

import "github.com/nactgen/nactgen/sculpt/ir"

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
