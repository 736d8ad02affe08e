package lint

import (
	"cmp"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// slot is where in an expression a node stands.
type slot struct {
	whole bool     // the value of the node is that of the expression, or of a member of an object that the expression makes
	asked bool     // a condition that reads the answer decides whether the node is computed
	as    *ir.Type // the type that the expression takes the value to have, by an assertion; nil: the node's own
}

// find returns what fails first of what is computed for a node, or nil.
func (f *finder) find(n ir.Node, at slot) *fragileExpression {
	if _, isRead := readFrom(n); isRead {
		return f.read(n, at)
	}
	switch w := f.origin(n); {
	case w == nil:
	case isValue(n):
		return &fragileExpression{Step: w.name, Undone: w.undone, Node: n, Chain: []ir.Node{n}, Type: cmp.Or(at.as, n.Type()), Whole: at.whole, Bound: readsBound(n)}
	case !at.asked && failsItself(n):
		return &fragileExpression{Step: w.name, Undone: w.undone, Node: n}
	}
	switch n := n.(type) {
	case *ir.Cond:
		return f.choice(n.If, at, n.Then, n.Else)
	case *ir.Logic:
		return f.choice(n.X, at, n.Y)
	case *ir.Record:
		return f.first(ir.Computed(n), slot{whole: true, asked: at.asked})
	}
	at.whole = at.whole && keeps(n)
	at.as = asserted(n, at.as)
	return f.first(ir.Computed(n), at)
}

// first returns what fails first in several nodes.
func (f *finder) first(nodes []ir.Node, at slot) *fragileExpression {
	for _, n := range nodes {
		if found := f.find(n, at); found != nil {
			return found
		}
	}
	return nil
}

// choice returns what fails first in a condition, or in the nodes of which the condition decides whether they are computed; nil: nothing.
func (f *finder) choice(cond ir.Node, at slot, nodes ...ir.Node) *fragileExpression {
	at.whole, at.as = false, nil
	if found := f.find(cond, at); found != nil {
		return found
	}
	at.asked = at.asked || f.origin(cond) != nil
	return f.first(nodes, at)
}

// keeps reports whether the value of a node is that of what is below it.
func keeps(n ir.Node) bool {
	if call, ok := n.(*ir.Call); ok {
		return call.Func == ir.FnPresent || call.Func.Asserts
	}
	return ir.Content(n) != nil
}

// asserted returns the type that the value below a node is taken to have, where the value of the node itself is taken to have the type as.
func asserted(n ir.Node, as *ir.Type) *ir.Type {
	call, ok := n.(*ir.Call)
	switch {
	case ok && (call.Func.Asserts || call.Func == ir.FnDynString):
		return call.T
	case ir.Content(n) != nil:
		return as
	}
	return nil
}

// failsItself reports whether a node that is no read fails with values of its operands that can be expected. Values of another type than
// the document says are none of these, nor are such as it leaves open. That a value is held to the limits of what it is sent to says
// nothing about how it is read.
func failsItself(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Call:
		return n.Func.Fails && !n.Func.Bounded && !n.Func.Asserts && !lenient[n.Func] && !n.Proven
	case *ir.Loop:
		return n.Kind == ir.First || n.Kind == ir.Associate && !n.HasOwnKeys()
	}
	return false
}

// isValue reports whether a node takes the value of an optional that may have none.
func isValue(n ir.Node) bool {
	call, ok := n.(*ir.Call)
	return ok && call.Func == ir.FnValue && !call.Proven
}

// lenient are the functions that ask whether a value of any type has a part, or make text of it, and fail for one that can have none.
var lenient = map[*ir.Function]bool{ir.FnDynHas: true, ir.FnDynOptSelect: true, ir.FnDynOptIndex: true, ir.FnDynString: true}

// partReads are the functions that read a part of their first argument, which may not be there.
var partReads = map[*ir.Function]bool{ir.FnKey: true, ir.FnDynSelect: true, ir.FnDynIndex: true}

// readFrom returns what a node reads a part of, which may not be there; ok is false if it is no such read.
func readFrom(n ir.Node) (x ir.Node, ok bool) {
	switch n := n.(type) {
	case *ir.Member:
		return n.X, true
	case *ir.NotNull:
		return n.X, true
	case *ir.Element:
		return n.List, true
	case *ir.Row:
		return n.Table, true
	case *ir.Call:
		if partReads[n.Func] {
			return n.Args[0], true
		}
	}
	return nil, false
}

// read returns what fails in a chain of reads that ends with n: in what it starts with, in its indexes, or of itself.
func (f *finder) read(n ir.Node, at slot) *fragileExpression {
	var chain []ir.Node
	inside := slot{asked: at.asked}
	end, indexed := n, false
	for from, isRead := readFrom(n); isRead; from, isRead = readFrom(n) {
		if f.lacks(n, indexed) {
			chain = append([]ir.Node{n}, chain...)
		}
		if found := f.first(ir.Children(n)[1:], inside); found != nil {
			return found
		}
		element, isElement := n.(*ir.Element)
		indexed = isElement && !element.Proven
		n = from
	}
	if found := f.find(n, inside); found != nil {
		return found
	}
	w := f.origin(end)
	if w == nil || len(chain) == 0 {
		return nil
	}
	return &fragileExpression{Step: w.name, Undone: w.undone, Node: end, Chain: chain, Type: cmp.Or(at.as, end.Type()), Whole: at.whole, Bound: readsBound(end)}
}

// readsBound reports whether a node reads a name that is bound around it.
func readsBound(n ir.Node) bool {
	inside, found := map[*ir.Local]bool{}, false
	ir.Walk(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Let:
			inside[n.Local] = true
		case *ir.Then:
			inside[n.Local] = true
		case *ir.Loop:
			inside[n.Var], inside[n.Index] = true, true
		case *ir.Ref:
			found = found || !inside[n.To]
		}
	})
	return found
}

// lacks reports whether a read fails with some answers: nothing has proven that what it reads is there. indexed says that an element is
// read of it by its index: an absent list counts as an empty one then, unless a condition has asked for the element.
func (f *finder) lacks(n ir.Node, indexed bool) bool {
	switch n := n.(type) {
	case *ir.Member:
		decoded := f.decoded[n.Field]
		return n.Source != nil && (!n.Proven || decoded != nil && (decoded.Always || indexed))
	case *ir.NotNull:
		return !n.Proven
	case *ir.Element:
		return !n.Proven
	case *ir.Row:
		return !n.Proven
	case *ir.Call:
		return !n.Proven
	}
	return false
}
