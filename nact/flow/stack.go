package flow

// deepen makes the stack of a goroutine about as large as a call of an upstream needs it. A stack grows by being copied, frame by
// frame, each time to twice its size: that costs least once, while there are hardly any frames (BenchmarkSteps in bench/flow).
//
//go:noinline
func deepen() {
	var room [8 << 10]byte
	touch(&room)
}

// touch keeps the room from being optimized away.
//
//go:noinline
func touch(room *[8 << 10]byte) { room[0] = 1 }
