//go:build !race

package flowtools

import (
	"context"
	"runtime/debug"
	"testing"
)

// The race detector empties pools at random, so that what is counted under it is chance.

// TestAllocations holds that generated methods allocate no more than the same written by hand.
func TestAllocations(t *testing.T) {
	// The collector empties the client's pools, and filling them again would count for whichever method ran then.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, p := range pairs(newService(t, Config{Transport: newMemory()})) {
		t.Run(p.name, func(t *testing.T) {
			want, err := p.byHand(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got, err := p.generated(t.Context()); got != want || err != nil {
				t.Fatalf("generated: %d, %v; by hand: %d", got, err, want)
			}
			count := func(f func(context.Context) (int64, error)) float64 {
				return testing.AllocsPerRun(500, func() { _, _ = f(t.Context()) })
			}
			byHand, generated := count(p.byHand), count(p.generated)
			t.Logf("generated %.0f, by hand %.0f", generated, byHand)
			if generated > byHand {
				t.Errorf("%.1f allocations, by hand %.1f", generated, byHand)
			}
		})
	}
}
