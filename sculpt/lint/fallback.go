package lint

import (
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// fallbacks warns of values that may be absent, and null as well, where absence is thought of and null is an error: in
// i.?name.orValue(”).lowerAscii(), and in i.?name.optMap(n, n.lowerAscii()). That orValue stands for a field which is always there, the checker
// says of it.
func fallbacks(marked []plan.Expression, places value.Sources, found *diag.List) {
	f := &fallbackFinder{
		vars: map[string]ir.Node{}, lists: map[*ir.Local]ir.Node{}, contents: map[*ir.Local]ir.Node{}, seen: map[ir.Node]bool{}, warned: map[*ir.Source]bool{},
		places: places, found: found,
	}
	for _, e := range marked {
		ir.WalkComputed(e.Node, f.note)
		ir.WalkComputed(e.Node, func(n ir.Node) {
			if x, ok := n.(*ir.NotNull); ok && !x.Proven && x.Same == nil {
				f.used(x.X)
			}
		})
		if e.Place.Section == plan.InVars {
			f.vars[e.Place.Name] = e.Node
		}
	}
}

// fallbackFinder finds where values come from that are used where null is an error.
type fallbackFinder struct {
	vars     map[string]ir.Node
	lists    map[*ir.Local]ir.Node // what a local is an element of
	contents map[*ir.Local]ir.Node // the optional that a local is the content of
	seen     map[ir.Node]bool      // what used has looked at: a value can be named very often
	warned   map[*ir.Source]bool
	places   value.Sources
	found    *diag.List
}

func (f *fallbackFinder) note(n ir.Node) {
	switch n := n.(type) {
	case *ir.Loop:
		f.lists[n.Var] = n.Over
	case *ir.Then:
		f.contents[n.Local] = n.X
	}
}

// used looks for what n is, or may be.
func (f *fallbackFinder) used(n ir.Node) {
	if n == nil || f.seen[n] {
		return
	}
	f.seen[n] = true
	switch n := n.(type) {
	case *ir.OrValue:
		f.fallback(n)
		f.used(n.Else)
	case *ir.Cond:
		f.used(n.Then)
		f.used(n.Else)
	case *ir.Let:
		f.used(n.Body)
	case *ir.Ref:
		f.used(n.To.Value)
		f.used(f.element(f.lists[n.To]))
		f.content(f.contents[n.To])
	case *ir.Root:
		if n.Kind == ir.VarRoot {
			f.used(f.vars[n.Name])
		}
	case *ir.Element:
		f.used(f.element(n.List))
	default:
		f.used(ir.Content(n))
	}
}

// element returns what the elements of a list are computed as, or nil.
func (f *fallbackFinder) element(list ir.Node) ir.Node {
	switch n := list.(type) {
	case *ir.Loop:
		return n.Elem
	case *ir.Root:
		if n.Kind == ir.VarRoot {
			return f.element(f.vars[n.Name])
		}
	case *ir.Call:
		if n.Func.Rearranges {
			return f.element(n.Args[0])
		}
	}
	return nil
}

func (f *fallbackFinder) fallback(n *ir.OrValue) {
	read, isField := n.X.(*ir.Maybe)
	_, neverNull := n.Else.(*ir.MayNull)
	if neverNull && n.X.Type().Elem.Nullable && !(isField && read.Field.Required) {
		f.warn(n.Source, n.X, "orValue stands in for absence alone, and null ends the call with an error where this is used", ".orValue(...)")
	}
}

// content looks for the field that an optional is, which may hold null.
func (f *fallbackFinder) content(optional ir.Node) {
	switch n := optional.(type) {
	case *ir.Then:
		f.content(n.Body)
	case *ir.Maybe:
		f.warn(n.Source, n, "null goes on as its value, and ends the call with an error where that is used", "")
	}
}

// warn warns of an optional that may hold null. next is what follows it.
func (f *fallbackFinder) warn(at *ir.Source, optional ir.Node, reason, next string) {
	if at == nil || f.warned[at] {
		return
	}
	f.warned[at] = true
	pos, length := f.places.Place(at)
	text := ir.ReadText(optional, f.contents)
	f.found.Warnf(pos, length, "null-fallback", "%s may be null as well as absent: %s; write %s.unlessNull()%s", text, reason, text, next)
}
