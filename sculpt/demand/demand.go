// Package demand finds out how much of a list its readers need. Whoever collects a list page by page can stop as soon as all of them
// have enough:
//
//	items.filter(s, s.free)[0]     items.exists(s, s.free)
//	items.all(s, s.open)           items.exists(s, !s.open)
//	items[2], items.slice(0, 3)    items.size() >= 3
//	size(items) > 0                items.size() >= 1
//
// A reader that needs all of it, as a sum does, leaves nothing to be found.
package demand

import (
	"maps"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// List is a list that is collected, with all that reads it.
type List struct {
	Step      string
	Items     ir.Node              // the expression of the items of a page
	Readers   []ir.Node            // all expressions of the tool but vars and those that collect the list
	Vars      map[string]*plan.Var // of the tool
	Available func(ir.Node) bool   // whether what an expression reads is there while the list is collected
}

// Enough returns the condition that no reader needs a further page, or nil if some reader needs the whole list, or none reads it.
// search says that the readers need one element that fulfils conditions, and nothing else: it is on the last page that is asked for.
func (l List) Enough() (enough ir.Node, search bool) {
	f := &finder{List: l, locals: map[*ir.Local]view{}}
	for _, n := range l.Readers {
		f.read(n)
	}
	for _, v := range slices.SortedFunc(maps.Values(l.Vars), func(a, b *plan.Var) int { return strings.Compare(a.Name, b.Name) }) {
		if _, isView := f.view(v.Value); !isView {
			f.read(v.Value)
		}
	}
	if f.whole {
		return nil, false
	}
	enough = f.condition()
	return enough, enough != nil && f.isSearch()
}

// finder goes through expressions, and notes what they need of the list.
type finder struct {
	List
	locals map[*ir.Local]view // by local that is bound to the list, or to some of its elements: which ones
	needs  []need
	whole  bool // something needs all of the list
}

// need is how many elements something needs that fulfil all of some conditions.
type need struct {
	of    view
	count int64
}

// read notes what an expression needs. nil is no expression.
func (f *finder) read(n ir.Node) {
	if n == nil || f.whole || f.partly(n) {
		return
	}
	if _, isView := f.view(n); isView {
		f.whole = true
		return
	}
	switch n := n.(type) {
	case *ir.Let:
		f.bound(n.Local, n.Value, n.Body)
	case *ir.Then:
		f.bound(n.Local, n.X, n.Body)
	default:
		for _, below := range ir.Children(n) {
			f.read(below)
		}
	}
}

// bound reads what a local is bound to, and what is computed of it.
func (f *finder) bound(local *ir.Local, value, body ir.Node) {
	if v, isView := f.view(value); isView {
		f.locals[local] = v
	} else {
		f.read(value)
	}
	f.read(body)
}

// partly notes what an expression needs that is content with a part of the list, and reports whether it is.
func (f *finder) partly(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Loop:
		return f.search(n)
	case *ir.Element:
		return f.element(n.List, n.Index)
	case *ir.Call:
		switch n.Func {
		case ir.FnOptElem, ir.FnOptAt:
			return f.element(n.Args[0], n.Args[1])
		case ir.FnFirst:
			return f.element(n.Args[0], ir.Int64(0))
		case ir.FnSlice:
			return f.first(n.Args[0], n.Args[2])
		case ir.FnPrefix:
			return f.first(n.Args[0], n.Args[1])
		}
	case *ir.Binary:
		return f.compared(n)
	}
	return false
}

// search notes what a loop needs that ends with the first element that decides.
func (f *finder) search(n *ir.Loop) bool {
	over, isView := f.view(n.Over)
	if !isView || over.mapped || n.Index != nil {
		return false
	}
	switch n.Kind {
	case ir.First, ir.FirstMay, ir.Any:
		over = over.where(n.Var, n.Where)
	case ir.All:
		over = over.where(n.Var, &ir.Not{X: n.Where})
	default:
		return false
	}
	f.needs = append(f.needs, need{over, 1})
	return true
}

// element notes that the element at an index is needed.
func (f *finder) element(list, index ir.Node) bool {
	list, count := upTo(list, index)
	return list != nil && f.first(list, ir.Int64(count))
}

// first notes that so many elements are needed.
func (f *finder) first(list, count ir.Node) bool {
	v, isView := f.view(list)
	n, ok := number(count)
	if !isView || !ok || n < 1 {
		return false
	}
	f.needs = append(f.needs, need{v, n})
	return true
}

// compared notes what a comparison of a size with a number needs.
func (f *finder) compared(n *ir.Binary) bool {
	size, count, ok := deciding(n)
	if !ok {
		return false
	}
	of, ok := f.counted(size)
	if !ok {
		return false
	}
	f.needs = append(f.needs, need{of, count})
	return true
}

// deciding returns which operand of a comparison is compared with a number, and how many elements decide the comparison if it is the size
// of a list: one at least.
func deciding(n *ir.Binary) (size ir.Node, count int64, ok bool) {
	size, op := n.X, n.Op
	count, ok = number(n.Y)
	if !ok {
		if count, ok = number(n.X); !ok {
			return nil, 0, false
		}
		size = n.Y
		op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
	}
	switch op {
	case ">", "<=", "==", "!=":
		count++
	case ">=", "<":
	default:
		return nil, 0, false
	}
	return size, count, count >= 1
}

// counted returns the part of the list of which a node is the size.
func (f *finder) counted(n ir.Node) (view, bool) {
	switch n := n.(type) {
	case *ir.Call:
		if n.Func == ir.FnLen {
			return f.view(n.Args[0])
		}
	case *ir.Loop:
		over, isView := f.view(n.Over)
		if isView && n.Kind == ir.Count && n.Index == nil && !over.mapped {
			return over.where(n.Var, n.Where), true
		}
	}
	return view{}, false
}

// number is the value of a literal.
func number(n ir.Node) (int64, bool) {
	if c, ok := n.(*ir.Const); ok {
		i, isInt := c.Value.(int64)
		return i, isInt
	}
	return 0, false
}
