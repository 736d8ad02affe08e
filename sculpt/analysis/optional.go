package analysis

import (
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// then simplifies an optional chain. If what it starts with always has a value, the chain is a binding of that value. If it does nothing with the
// value but hand it on, it is what it starts with.
func then(n *ir.Then) ir.Node {
	if some, ok := n.Body.(*ir.Some); ok {
		switch x := some.X.(type) {
		case *ir.Ref:
			if x.To == n.Local {
				return n.X
			}
		case *ir.SoleFields:
			if ref, isRef := x.X.(*ir.Ref); isRef && ref.To == n.Local {
				return &ir.SoleFields{T: n.Type(), X: n.X}
			}
		}
	}
	switch x := n.X.(type) {
	case *ir.Some:
		return &ir.Let{Local: n.Local, Value: x.X, Body: n.Body, Strict: true, Implicit: true}
	case *ir.None:
		return &ir.None{T: n.Type()}
	case *ir.Let:
		return within(x, func(body ir.Node) ir.Node { return then(&ir.Then{X: body, Local: n.Local, Body: n.Body}) })
	}
	return n
}

// within returns a copy of a binding whose body is what f makes of the old one.
func within(n *ir.Let, f func(body ir.Node) ir.Node) ir.Node {
	around := *n
	around.Body = f(n.Body)
	return &around
}

// orValue simplifies x.orValue(y) where it is known whether x has a value. x.or(y).orValue(z) becomes x.orValue(y.orValue(z)).
func orValue(n *ir.OrValue) ir.Node {
	switch x := n.X.(type) {
	case *ir.Some:
		return x.X
	case *ir.None:
		return n.Else
	case *ir.Or:
		return orValue(&ir.OrValue{X: x.X, Else: orValue(&ir.OrValue{X: x.Else, Else: n.Else, Source: n.Source}), Source: n.Source})
	case *ir.Let:
		return within(x, func(body ir.Node) ir.Node { return orValue(&ir.OrValue{X: body, Else: n.Else, Source: n.Source}) })
	}
	return n
}

// or simplifies x.or(y) where it is known whether x has a value.
func or(n *ir.Or) ir.Node {
	switch x := n.X.(type) {
	case *ir.Some:
		return x
	case *ir.None:
		return n.Else
	case *ir.Let:
		return within(x, func(body ir.Node) ir.Node { return or(&ir.Or{X: body, Else: n.Else}) })
	}
	return n
}

// hasValue simplifies x.hasValue() where it is known whether x has a value. Of a field or a key it becomes the node that asks whether that is there.
func hasValue(n *ir.HasValue) ir.Node {
	switch x := n.X.(type) {
	case *ir.Some:
		return after(x.X, boolean(true))
	case *ir.None:
		return boolean(false)
	case *ir.Maybe:
		return &ir.Has{X: x.X, Field: x.Field}
	case *ir.Call:
		if x.Func == ir.FnOptKey {
			has := ir.FnHasKey.Call(x.Args...)
			has.Costs = x.Costs
			return has
		}
	case *ir.Let:
		return within(x, func(body ir.Node) ir.Node { return hasValue(&ir.HasValue{X: body}) })
	}
	return n
}

// optional marks the nodes that take optionals. What runs only if an optional has a value, or only if it has none, is marked in a scope of its own.
func (m *marker) optional(n ir.Node, s *scope) {
	switch n := n.(type) {
	case *ir.Then:
		m.below(n, s, n.X)
		m.contents[n.Local] = n.X
		shown := append(facts.OfElement(ir.FilterOfElement(n.X, m.vars), n.Local), facts.OfContent(n.X, n.Local)...)
		m.below(n, s.fork(shown...), n.Body)
		if some, ok := ir.Last(n.X).(*ir.Some); ok {
			some.Dropped = !some.X.Marked().Fails && ir.Uses(n.Body, n.Local) == 0
		}
		atLeast(n, ir.Branches)
	case *ir.Or:
		m.below(n, s, n.X)
		m.below(n, s.fork(), n.Else)
		atLeast(n, ir.Branches)
	case *ir.OrValue:
		m.below(n, s, n.X)
		m.below(n, s.fork(), n.Else)
		if !n.InPlace() {
			atLeast(n, ir.Branches)
		}
	case *ir.HasValue:
		m.below(n, s, n.X)
		if !ir.TellsInPlace(n.X) {
			atLeast(n, ir.Branches)
			return
		}
		n.Form = ir.Inline
		if some, ok := ir.Last(n.X).(*ir.Some); ok {
			some.Dropped = true
		}
	}
}
