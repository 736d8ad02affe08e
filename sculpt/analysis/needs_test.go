package analysis

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestNeedsOnce counts the questions of bindings of which each is read twice by the next: no more than one for each node and local.
func TestNeedsOnce(t *testing.T) {
	const bindings = 100
	locals := []*ir.Local{{T: ir.IntType, Name: "x0"}}
	for range bindings {
		locals = append(locals, &ir.Local{T: ir.IntType, Name: "x"})
	}
	ref := func(i int) ir.Node { return &ir.Ref{To: locals[i]} }
	n := ref(bindings)
	for i := bindings; i > 0; i-- {
		n = &ir.Let{Local: locals[i], Value: ir.FnAddInt.Call(ref(i-1), ref(i-1)), Body: n}
	}
	nodes := 0
	ir.Walk(n, func(ir.Node) { nodes++ })

	asked := needs{}
	if !asked.of(n, locals[0]) {
		t.Error("the first local is read in every case")
	}
	if most := nodes * len(locals); len(asked) > most {
		t.Errorf("%d questions were asked of %d nodes and %d locals", len(asked), nodes, len(locals))
	}
}
