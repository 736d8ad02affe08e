package plandiff_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/review/plandiff"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestSpellings checks what is said of a value that the API spells otherwise. A value that comes or goes is the business of signatures.
func TestSpellings(t *testing.T) {
	tool := func(e *ir.Enum) *plan.Plan {
		in := &plan.Input{ID: "speed", Type: ir.OptionalOf(ir.ListOf(&ir.Type{Kind: ir.String, Enum: e}))}
		return &plan.Plan{Tools: []*plan.Tool{{Signature: nact.Signature{Name: "ship_it"}, Inputs: []*plan.Input{in}}}}
	}
	before := tool(&ir.Enum{Values: []string{"next day", "SLOW", "gone"}, Names: []string{"NEXT_DAY", "SLOW", "GONE"}})
	after := tool(&ir.Enum{Values: []string{"NEXT_DAY", "SLOW", "NEW"}})
	want := []plandiff.Change{{Kind: plandiff.SentChanged, Tool: "ship_it", Place: "inputs.speed.NEXT_DAY", Before: `"next day"`, After: `"NEXT_DAY"`}}
	if got := plandiff.Compare(before, after); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := plandiff.Compare(before, before); len(got) != 0 {
		t.Errorf("the same differs: %+v", got)
	}
}
