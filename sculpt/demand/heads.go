package demand

import (
	"math"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Heads says of which lists in answers no reader needs more than the first elements: those that are read by indexes and sizes which the
// manifest writes as numbers. A decoder can skip the other elements.
type Heads struct {
	counts map[*ir.Field]int64 // how many elements are needed of the list that a field holds; 0: all
}

// HeadsIn returns the heads that the tools read.
func HeadsIn(tools []*plan.Tool) *Heads {
	h := &Heads{map[*ir.Field]int64{}}
	for _, t := range tools {
		r := &headReader{Heads: h, vars: map[string]*ir.Field{}, bound: map[ir.Node]bool{}, locals: map[*ir.Local]*ir.Field{}}
		plan.Walk(t.Actions, func(a plan.Action) {
			if v, ok := a.(*plan.Var); ok {
				r.bind(v)
			}
		})
		t.Expressions(func(n ir.Node) {
			if r.bound[n] { // read where the var is
				r.below(n)
			} else {
				r.read(n)
			}
		})
	}
	return h
}

// Of returns how many elements of the list in a field are read at most. known is false for all of them, and for a field that no expression
// reads by its name.
func (h *Heads) Of(f *ir.Field) (count int64, known bool) {
	count, met := h.counts[f]
	return count, met && count > 0
}

// need notes that so many elements of a field are needed; 0: all.
func (h *Heads) need(f *ir.Field, count int64) {
	known, met := h.counts[f]
	if met && (known == 0 || count != 0 && count < known) {
		return
	}
	h.counts[f] = count
}

// headReader goes through the expressions of a tool.
type headReader struct {
	*Heads
	vars   map[string]*ir.Field    // by var whose value is a list of an answer: the field of the list
	bound  map[ir.Node]bool        // the values of those vars
	locals map[*ir.Local]*ir.Field // likewise, by local
}

// bind notes a var whose value is a list of an answer: who reads the var reads the list.
func (r *headReader) bind(v *plan.Var) {
	if f := r.list(v.Value); f != nil {
		r.vars[v.Name] = f
		r.bound[v.Value] = true
	}
}

// read notes what an expression needs of the lists that it reads.
func (r *headReader) read(n ir.Node) {
	if list, count := head(n); list != nil {
		if f := r.list(list); f != nil {
			r.need(f, count)
			r.below(list)
			return
		}
	}
	if f := r.list(n); f != nil {
		r.need(f, 0)
		r.below(n)
		return
	}
	switch n := n.(type) {
	case *ir.Let:
		r.name(n.Local, n.Value)
		r.read(n.Body)
	case *ir.Then:
		r.name(n.Local, n.X)
		r.read(n.Body)
	default:
		for _, below := range ir.Children(n) {
			r.read(below)
		}
	}
}

// name reads what a local is bound to.
func (r *headReader) name(local *ir.Local, value ir.Node) {
	if f := r.list(value); f != nil {
		r.locals[local] = f
		r.below(value)
		return
	}
	r.read(value)
}

// list returns the field that a node is the list of, or nil.
func (r *headReader) list(n ir.Node) *ir.Field {
	switch n := n.(type) {
	case *ir.Member:
		return listField(n.Field)
	case *ir.Maybe:
		return listField(n.Field)
	case *ir.NotNull:
		return r.list(n.X)
	case *ir.OrValue:
		if ir.IsEmpty(n.Else) {
			return r.list(n.X)
		}
	case *ir.Call:
		if n.NullIsAbsent() {
			return r.list(n.Args[0])
		}
	case *ir.Ref:
		return r.locals[n.To]
	case *ir.Root:
		if n.Kind == ir.VarRoot {
			return r.vars[n.Name]
		}
	}
	return nil
}

func listField(f *ir.Field) *ir.Field {
	if f.Type.Kind != ir.List {
		return nil
	}
	return f
}

// below reads what a list was taken from, and not the list itself.
func (r *headReader) below(n ir.Node) {
	switch n := n.(type) {
	case *ir.Member:
		r.read(n.X)
	case *ir.Maybe:
		r.read(n.X)
	case *ir.NotNull:
		r.below(n.X)
	case *ir.OrValue:
		r.below(n.X)
	case *ir.Call:
		r.below(n.Args[0])
	}
}

// head returns a list and the number of its first elements that are all an expression needs of it; nil if it needs more, or reads no list.
func head(n ir.Node) (list ir.Node, count int64) {
	switch n := n.(type) {
	case *ir.Element:
		return upTo(n.List, n.Index)
	case *ir.Call:
		switch n.Func {
		case ir.FnOptElem, ir.FnOptAt:
			return upTo(n.Args[0], n.Args[1])
		case ir.FnFirst:
			return n.Args[0], 1
		}
	case *ir.Binary:
		if size, count, ok := deciding(n); ok {
			if call, isCall := size.(*ir.Call); isCall && call.Func == ir.FnLen {
				return call.Args[0], count
			}
		}
	}
	return nil, 0
}

// upTo returns a list, and how many of its elements there are up to an index; nil if that is no literal number.
func upTo(list, index ir.Node) (ir.Node, int64) {
	at, ok := number(index)
	if !ok || at < 0 || at == math.MaxInt64 {
		return nil, 0
	}
	return list, at + 1
}
