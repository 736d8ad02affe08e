package docdiff

import (
	"fmt"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestLiteralsOnce counts the values of vars of which each can be either of two that are the one before: every literal once, and each
// node looked at once.
func TestLiteralsOnce(t *testing.T) {
	read := func(name string) ir.Node { return &ir.Root{T: ir.StringType, Kind: ir.VarRoot, Name: name} }
	either := func(x, y ir.Node) ir.Node { return &ir.Cond{If: ir.True(), Then: x, Else: y} }
	tool := &plan.Tool{Actions: []plan.Action{&plan.Var{Name: "v0", Value: either(ir.Text("a"), ir.Text("b"))}}}
	last := "v0"
	for i := range 100 {
		name := fmt.Sprintf("v%d", i+1)
		tool.Actions = append(tool.Actions, &plan.Var{Name: name, Value: either(read(last), read(last))})
		last = name
	}
	u := newUses(&plan.Plan{Tools: []*plan.Tool{tool}})
	found := u.literals(read(last))
	if len(found.values) != 2 || !found.complete {
		t.Errorf("the values are %v, all of them: %t", found.values, found.complete)
	}
	nodes := 1
	tool.Expressions(func(n ir.Node) { ir.Walk(n, func(ir.Node) { nodes++ }) })
	if len(u.found) > nodes {
		t.Errorf("%d nodes were looked at of %d", len(u.found), nodes)
	}
}
