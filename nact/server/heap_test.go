package server

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
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
			t.Errorf("with %s there are %d pieces", name, len(kept))
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
	if after := goal(); after < before+sparePieces*sparePiece {
		t.Errorf("the collector waits for %d bytes, and for %d without", after, before)
	}
	runtime.KeepAlive(kept)
}

// TestSpareUntouched: the machine gives next to no memory for it, even if it begins where the program had memory before. It is the test of a process
// of its own, in which nobody had spare memory before.
func TestSpareUntouched(t *testing.T) {
	const alone = "NACT_TEST_SPARE"
	if residentPages(t) == 0 {
		t.Skip("the system does not say how much memory the process has")
	}
	if os.Getenv(alone) == "" {
		test := exec.Command(os.Args[0], "-test.run=^TestSpareUntouched$")
		test.Env = append(os.Environ(), alone+"=1")
		if out, err := test.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	used := make([][]byte, 8)
	for i := range used {
		used[i] = bytes.Repeat([]byte{1}, sparePiece/2)
	}
	runtime.KeepAlive(used)
	used = nil
	runtime.GC()
	before := residentPages(t)
	kept := spare(func(string) string { return "" })
	if grown := (residentPages(t) - before) * os.Getpagesize(); grown > sparePieces*sparePiece/4 {
		t.Errorf("the spare memory takes %d bytes of the machine's", grown)
	}
	runtime.KeepAlive(kept)
}

// residentPages returns how many pages of memory the process has, or 0 if the system does not say.
func residentPages(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int
	if _, err := fmt.Sscan(string(text), &size, &resident); err != nil {
		t.Fatal(err)
	}
	return resident
}
