package pace_test

import (
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/pace"
)

// TestTurn lets events come as soon as they may, and counts what has come by when.
func TestTurn(t *testing.T) {
	start := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		name   string
		events int
		per    time.Duration
		burst  int
		waits  []time.Duration // of each of several events that come at one moment
		later  time.Duration   // after the last of them
		again  time.Duration   // how long one that comes then waits
	}{
		{"one by one", 2, time.Second, 1, []time.Duration{0, 500 * time.Millisecond, time.Second}, 200 * time.Millisecond, 1300 * time.Millisecond},
		{"a burst", 10, time.Second, 3, []time.Duration{0, 0, 0, 100 * time.Millisecond}, 100 * time.Millisecond, 100 * time.Millisecond},
		{"a tenth at once", 30, time.Minute, 0, []time.Duration{0, 0, 0, 2 * time.Second}, time.Minute, 0},
		{"one at least", 5, time.Second, 0, []time.Duration{0, 200 * time.Millisecond}, 400 * time.Millisecond, 0},
		{"none is one", 0, time.Hour, 0, []time.Duration{0, time.Hour}, time.Hour, time.Hour},
		{"more than there are nanoseconds", 1 << 30, 1, 1, []time.Duration{0, 1}, 2, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := pace.New(test.events, test.per, test.burst)
			var next time.Time
			var wait time.Duration
			for i, want := range test.waits {
				if wait, next = p.Turn(next, start); wait != want {
					t.Errorf("event %d waits for %s, want %s", i, wait, want)
				}
			}
			if wait, _ = p.Turn(next, start.Add(test.later)); wait != test.again {
				t.Errorf("after %s one waits for %s, want %s", test.later, wait, test.again)
			}
		})
	}
}
