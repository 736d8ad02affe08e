package sculpt

import "github.com/nactgen/nactgen/sculpt/plan"

import "github.com/nactgen/nactgen/sculpt/ir"

// prove marks the reads that cannot fail because a check before them has seen to it: after an expectation that
// size(this.body.items) > 0, items is there and has an element 0. The marks spare the service a second check.
func prove(t *plan.Tool) {
	p := prover{present: map[string]bool{}, sizes: map[string]int64{}}
	for _, a := range t.Actions {
		switch a := a.(type) {
		case *plan.Check:
			p.mark(a.That)
			p.learn(a.That)
			p.mark(a.Detail)
		case *plan.Var:
			p.mark(a.Value)
		case *plan.Step:
			for _, arg := range a.Args {
				p.mark(arg.Value)
			}
			p.mark(a.Body)
			for _, rule := range a.OnError {
				p.mark(rule.Detail)
			}
		}
	}
	for _, out := range t.Outputs {
		p.mark(out.Value)
	}
}

// prover knows facts about values, by the path that leads to them.
type prover struct {
	present map[string]bool  // fields that are there
	sizes   map[string]int64 // lists that have at least so many elements
}

// mark marks what the facts prove.
func (p *prover) mark(n ir.Node) {
	if n == nil {
		return
	}
	ir.Walk(n, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Member:
			n.Proven = p.present[ir.Path(n)]
		case *ir.Element:
			i, ok := n.Index.(*ir.Const)
			path := ir.Path(n.List)
			if ok && path != "" {
				index := i.Value.(int64)
				n.Proven = index >= 0 && index < p.sizes[path]
			}
		}
	})
}

// learn notes what follows from a condition that holds.
func (p *prover) learn(n ir.Node) {
	switch n := n.(type) {
	case *ir.Logic:
		if n.And {
			p.learn(n.X)
			p.learn(n.Y)
		}
	case *ir.Has:
		if path := ir.FieldPath(n.X, n.Field); path != "" {
			p.present[path] = true
		}
	case *ir.Binary:
		p.learnSize(n)
	}
}

// learnSize learns from a comparison of a list's size with a constant.
func (p *prover) learnSize(n *ir.Binary) {
	list := sized(n.X)
	bound, ok := n.Y.(*ir.Const)
	if list == nil || !ok {
		return
	}
	size, ok := bound.Value.(int64)
	if !ok {
		return
	}
	switch n.Op {
	case ">":
		size++
	case ">=", "==":
	case "!=":
		if size != 0 {
			return
		}
		size = 1
	default:
		return
	}
	if size <= 0 {
		return
	}
	if absent, ok := list.(*ir.OrValue); ok {
		if lit, empty := absent.Else.(*ir.ListLit); !empty || len(lit.Elems) > 0 {
			return
		}
		list = absent.X
	}
	if path := ir.Path(list); path != "" {
		p.present[path] = true
		p.sizes[path] = max(p.sizes[path], size)
	}
}

// sized returns the list whose size n is, or nil.
func sized(n ir.Node) ir.Node {
	call, ok := n.(*ir.Call)
	if !ok || call.Func != ir.FnLen || call.Args[0].Type().Kind != ir.List {
		return nil
	}
	return call.Args[0]
}
