package reads_test

import (
	"slices"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

func root(kind ir.RootKind, name string) *ir.Root {
	return &ir.Root{T: ir.StringType, Kind: kind, Name: name}
}

func TestRoots(t *testing.T) {
	concat := func(parts ...ir.Node) ir.Node { return &ir.Concat{Parts: parts} }
	step := &plan.Step{Name: "each", Call: &plan.Operation{}}
	tool := &plan.Tool{Actions: []plan.Action{
		&plan.Var{Name: "a", Value: concat(root(ir.InputRoot, "in"), root(ir.VarRoot, "b"))},
		&plan.Var{Name: "b", Value: root(ir.BodyRoot, "step")},
		&plan.Each{Step: step, List: &ir.ListLit{T: ir.ListOf(ir.StringType), Elems: []ir.Node{root(ir.ConfigRoot, "key")}}, Actions: []plan.Action{step}},
	}}
	element := &ir.Root{T: ir.StringType, Kind: ir.ElementRoot, Name: "x", Part: "each"}
	expression := concat(root(ir.VarRoot, "a"), element, root(ir.VarRoot, "a"))
	names := func(through reads.Through) []string {
		var names []string
		for r := range through.Roots(nil, expression) {
			names = append(names, r.Name)
		}
		return names
	}
	if got, want := names(reads.In(tool)), []string{"a", "in", "b", "step", "x", "key", "a"}; !slices.Equal(got, want) {
		t.Errorf("through the tool: got %v, want %v", got, want)
	}
	if got, want := names(reads.Through{}), []string{"a", "x", "a"}; !slices.Equal(got, want) {
		t.Errorf("by itself: got %v, want %v", got, want)
	}
	if !reads.Any(reads.In(tool).Roots(expression), (*ir.Root).OfStep) || reads.Any(reads.Roots(expression), (*ir.Root).OfStep) {
		t.Error("the answer is read by way of vars, and not otherwise")
	}
}
