package facts

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Reads returns the reads and calls that n does whatever else happens, or fails without: an inner one before that around it.
// Each has a path.
func Reads(n ir.Node) []ir.Node {
	reads := lists.FlatMap(ir.Always(n), Reads)
	switch n := n.(type) {
	case *ir.Logic:
		return SharedReads(n)
	case *ir.Member, *ir.Element, *ir.Call:
		if ir.Path(n) != "" {
			reads = append(reads, n)
		}
	}
	return reads
}

// SharedReads returns the reads that both sides of a logic operator do in any case.
func SharedReads(n *ir.Logic) []ir.Node {
	left := map[string]bool{}
	for _, read := range Reads(n.X) {
		left[ir.Path(read)] = true
	}
	return slices.DeleteFunc(Reads(n.Y), func(read ir.Node) bool { return !left[ir.Path(read)] })
}

// read returns the fields that a condition reads that holds: they are there.
func read(cond ir.Node) []Fact {
	if logic, ok := cond.(*ir.Logic); ok && logic.And {
		return append(read(logic.X), read(logic.Y)...)
	}
	var facts []Fact
	for _, n := range Reads(cond) {
		if m, ok := n.(*ir.Member); ok {
			facts = append(facts, Fact{Path: ir.Path(m), Kind: Present})
		}
	}
	return facts
}

// OfContent returns what is known of the content of an optional, where v is the local that holds it: a list of optional.ofNonZeroValue has an element.
func OfContent(optional ir.Node, v *ir.Local) []Fact {
	if call, ok := optional.(*ir.Call); ok && call.Func == ir.FnOfNonEmpty {
		return atLeast(&ir.Ref{To: v}, 1)
	}
	return nil
}

// OfElement returns what the condition of a filter has shown of an element that it kept, where v is the local that holds
// the element. A nil filter has shown nothing.
func OfElement(filter *ir.Loop, v *ir.Local) []Fact {
	if filter == nil || filter.Where == nil || filter.Var == v {
		return nil
	}
	var facts []Fact
	for _, f := range append(read(filter.Where), Of(filter.Where, true)...) {
		if path, ok := ir.Moved(f.Path, filter.Var, v); ok {
			f.Path = path
			facts = append(facts, f)
		}
	}
	return facts
}
