package analysis

import "github.com/nactgen/nactgen/sculpt/ir"

// addresses marks the filters whose lists can hold the addresses of elements instead of copies of them: where nothing but
// elements is read of what they come to.
func addresses(n ir.Node) { visitLists(n, false, nil) }

// visitLists goes through n. elements says that of the value of n, a list, only elements are read, whose addresses will do.
// refs are the locals that are bound to lists so far: what is read of them is noted.
func visitLists(n ir.Node, elements bool, refs map[*ir.Local]bool) {
	switch n := n.(type) {
	case *ir.Ref:
		if _, bound := refs[n.To]; bound && !elements {
			refs[n.To] = false
		}
	case *ir.Loop:
		n.Addresses = elements && isFilter(n)
		visitLists(n.Over, true, refs)
		for _, part := range []ir.Node{n.Where, n.KeyElem, n.Elem} {
			if part != nil {
				visitLists(part, false, refs)
			}
		}
	case *ir.Let:
		visitLet(n, elements, refs)
	case *ir.Element:
		visitLists(n.List, true, refs)
		visitLists(n.Index, false, refs)
	case *ir.Call:
		visitCall(n, elements, refs)
	default:
		for _, below := range ir.Computed(n) {
			visitLists(below, false, refs)
		}
	}
}

// isFilter reports whether a loop collects elements of a list of structs.
func isFilter(n *ir.Loop) bool {
	t := n.Over.Type()
	return n.Kind == ir.Collect && n.Elem == nil && t.Kind == ir.List && t.Elem.ByValue()
}

// visitLet visits what is bound after what reads it.
func visitLet(n *ir.Let, elements bool, refs map[*ir.Local]bool) {
	inner := map[*ir.Local]bool{n.Local: true}
	for l := range refs {
		inner[l] = true
	}
	visitLists(n.Body, elements, inner)
	for l := range refs {
		refs[l] = refs[l] && inner[l]
	}
	if !n.Dropped {
		visitLists(n.Value, inner[n.Local] && !n.Lazy, refs)
	}
}

// handsOn are the functions that return elements of a list as they are in it.
var handsOn = map[*ir.Function]bool{ir.FnSortBy: true, ir.FnReverse: true, ir.FnSlice: true, ir.FnTake: true, ir.FnPrefix: true}

// visitCall visits the arguments of a call: some functions read elements of a list, or return a list of them.
func visitCall(n *ir.Call, elements bool, refs map[*ir.Local]bool) {
	ofFirst := n.Func == ir.FnLen || n.Func == ir.FnLastElem || n.Func == ir.FnOptElem
	passesOn := elements && handsOn[n.Func]
	for i, arg := range n.Args {
		visitLists(arg, i == 0 && (ofFirst || passesOn), refs)
	}
}
