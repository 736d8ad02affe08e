package celtext_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/view/celtext"
)

// TestWithin: a step calls its own answer this, and those of others by their names.
func TestWithin(t *testing.T) {
	status := func(step string) ir.Node { return &ir.Root{T: ir.IntType, Kind: ir.StatusRoot, Name: step} }
	both := &ir.Binary{T: ir.BoolType, Op: "==", X: status("place"), Y: status("places")}
	for _, tt := range []struct {
		step string
		n    ir.Node
		want string
	}{
		{"", both, "steps.place.status == steps.places.status"},
		{"place", both, "this.status == steps.places.status"},
		{"places", both, "steps.place.status == this.status"},
		{"place", nil, ""},
	} {
		if got := celtext.Within(tt.step, tt.n); got != tt.want {
			t.Errorf("within %q: %q, want %q", tt.step, got, tt.want)
		}
	}
}
