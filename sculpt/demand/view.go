package demand

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// view is the list, or those of its elements that fulfil conditions, in their order.
type view struct {
	conditions []condition
	mapped     bool // something else stands for each of the elements
}

// condition is what has to hold of an element.
type condition struct {
	of    *ir.Local
	holds ir.Node
}

// where is a part of a view. holds may be nil.
func (v view) where(of *ir.Local, holds ir.Node) view {
	if holds != nil {
		v.conditions = append(slices.Clip(v.conditions), condition{of, holds})
	}
	return v
}

// view returns which elements of the list a node is.
func (f *finder) view(n ir.Node) (view, bool) {
	switch n := n.(type) {
	case *ir.Root:
		return f.rootView(n)
	case *ir.Ref:
		v, ok := f.locals[n.To]
		return v, ok
	case *ir.OrValue:
		if ir.IsEmpty(n.Else) {
			return f.view(n.X)
		}
	case *ir.Loop:
		v, ok := f.view(n.Over)
		if !ok || v.mapped || n.Kind != ir.Collect || n.Index != nil {
			return view{}, false
		}
		v = v.where(n.Var, n.Where)
		v.mapped = n.Elem != nil
		return v, true
	}
	return view{}, false
}

func (f *finder) rootView(n *ir.Root) (view, bool) {
	switch n.Kind {
	case ir.PagesRoot, ir.StepRoot:
		return view{}, n.Name == f.Step && n.Part == "items"
	case ir.VarRoot:
		if named := f.Vars[n.Name]; named != nil {
			return f.view(named.Value)
		}
	}
	return view{}, false
}

// condition is that all needs are met; nil if there are none, or one that cannot be asked for while the list is collected.
func (f *finder) condition() ir.Node {
	var met []ir.Node
	for _, n := range f.needs {
		for _, c := range n.of.conditions {
			if !f.Available(c.holds) || !closed(c) {
				return nil
			}
		}
	}
	if f.isSearch() && isField(f.Items) {
		return f.needs[0].of.has(f.Items, 1) // what the pages before had was not enough
	}
	for _, n := range f.needs {
		list := &ir.Root{T: f.Items.Type(), Kind: ir.PagesRoot, Name: f.Step, Part: "items"}
		met = append(met, n.of.has(list, n.count))
	}
	return all(met)
}

// isSearch reports whether one element is needed, of those that fulfil conditions.
func (f *finder) isSearch() bool {
	return len(f.needs) == 1 && f.needs[0].count == 1 && len(f.needs[0].of.conditions) > 0
}

// closed reports whether a condition names no local but those of its element and its own.
func closed(c condition) bool {
	bound := map[*ir.Local]bool{c.of: true}
	ok := true
	ir.Walk(c.holds, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Loop:
			bound[n.Var] = true
			bound[n.Index] = true
		case *ir.Let:
			bound[n.Local] = true
		case *ir.Then:
			bound[n.Local] = true
		case *ir.Ref:
			ok = ok && bound[n.To]
		}
	})
	return ok
}

// isField reports whether a node is an answer, or a field of it.
func isField(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Root:
		return n.Kind == ir.BodyRoot
	case *ir.Member:
		return isField(n.X)
	}
	return false
}

// has is the condition that a list has so many of the elements.
func (v view) has(list ir.Node, count int64) ir.Node {
	if len(v.conditions) == 0 {
		return &ir.Binary{T: ir.BoolType, Op: ">=", X: ir.FnLen.Call(list), Y: ir.Int64(count)}
	}
	first := v.conditions[0]
	element := &ir.Local{T: first.of.T, Name: first.of.Name}
	holds := lists.Map(v.conditions, func(c condition) ir.Node { return replaced(c.holds, c.of, element) })
	search := &ir.Loop{T: ir.BoolType, Kind: ir.Any, Over: list, Var: element, Where: all(holds)}
	if count == 1 {
		return search
	}
	search.T, search.Kind = ir.IntType, ir.Count
	return &ir.Binary{T: ir.BoolType, Op: ">=", X: search, Y: ir.Int64(count)}
}

// all is that all of the conditions hold; nil if there are none.
func all(conditions []ir.Node) ir.Node {
	if len(conditions) == 0 {
		return nil
	}
	joined := conditions[0]
	for _, c := range conditions[1:] {
		joined = &ir.Logic{And: true, X: joined, Y: c}
	}
	return joined
}

// replaced is a copy of n with another local in the place of one.
func replaced(n ir.Node, local, by *ir.Local) ir.Node {
	if ref, ok := n.(*ir.Ref); ok && ref.To == local {
		return &ir.Ref{To: by}
	}
	return ir.Copy(n, func(below ir.Node) ir.Node { return replaced(below, local, by) })
}
