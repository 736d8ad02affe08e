package schedule_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/schedule"
)

// TestStepsRead follows vars of which each is read twice by the next: there are 2^200 ways from the last one to the first, and the
// test ends only if each var is looked at once.
func TestStepsRead(t *testing.T) {
	read := func(kind ir.RootKind, name string) ir.Node { return &ir.Root{T: ir.IntType, Kind: kind, Name: name} }
	vars := schedule.Vars{"v0": {Name: "v0", Value: read(ir.StatusRoot, "first")}}
	last := "v0"
	for i := range 200 {
		name := fmt.Sprintf("v%d", i+1)
		vars[name] = &plan.Var{Name: name, Value: ir.FnAddInt.Call(read(ir.VarRoot, last), read(ir.VarRoot, last))}
		last = name
	}
	steps := vars.StepsRead(read(ir.VarRoot, last), nil, read(ir.StatusRoot, "second"))
	if got := slices.Sorted(maps.Keys(steps)); !slices.Equal(got, []string{"first", "second"}) {
		t.Errorf("the steps that are read are %v", got)
	}
}
