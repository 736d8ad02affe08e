package analysis

import (
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// then returns an optional chain. One that starts with a value is a binding, and one that ends with what it starts with is that.
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

// within returns a binding around what f makes of its body.
func within(n *ir.Let, f func(body ir.Node) ir.Node) ir.Node {
	around := *n
	around.Body = f(n.Body)
	return &around
}

// orValue returns the value of an optional, or another one. x.or(y).orValue(z) is x.orValue(y.orValue(z)).
func orValue(n *ir.OrValue) ir.Node {
	switch x := n.X.(type) {
	case *ir.Some:
		return x.X
	case *ir.None:
		return n.Else
	case *ir.Or:
		return orValue(&ir.OrValue{X: x.X, Else: orValue(&ir.OrValue{X: x.Else, Else: n.Else})})
	case *ir.Let:
		return within(x, func(body ir.Node) ir.Node { return orValue(&ir.OrValue{X: body, Else: n.Else}) })
	}
	return n
}

// or returns an optional, or another one.
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

// hasValue returns whether an optional has a value. Of a field or a key that is a question of its own.
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

// optional marks the nodes that take optionals. What an optional's absence or presence decides about may not run.
func (m *marker) optional(n ir.Node, s *scope) {
	switch n := n.(type) {
	case *ir.Then:
		m.below(n, s, n.X)
		m.below(n, s.fork(facts.OfElement(ir.FilterOfElement(n.X, m.vars), n.Local)...), n.Body)
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
