package server

import (
	"runtime"
	"testing"
)

// TestSpare: the collector waits for more with the spare memory, unless the operator has said when it runs.
func TestSpare(t *testing.T) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		set := func(asked string) string {
			if asked == name {
				return "100"
			}
			return ""
		}
		if kept := spare(set); kept != nil {
			t.Errorf("with %s there are %d bytes", name, len(kept))
		}
	}
	goal := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.NextGC
	}
	before := goal()
	kept := spare(func(string) string { return "" })
	if after := goal(); after < before+spareHeap {
		t.Errorf("the collector waits for %d bytes, and for %d without", after, before)
	}
	runtime.KeepAlive(kept)
}
