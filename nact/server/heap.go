package server

import "runtime/debug"

// What [spare] returns: so many pieces, of so many bytes each.
const (
	sparePieces = 16
	sparePiece  = 1 << 20
)

// spare returns memory for a program to keep and never to touch. The garbage collector runs whenever the heap has doubled. The heap of a
// service is a few megabytes, so that under load it would run dozens of times a second, for calls that leave nothing behind. It counts the
// spare memory as heap, and so runs less often; the machine gives no memory for what is never touched. If the operator sets GOGC or
// GOMEMLIMIT, that alone counts, and there is no spare memory.
//
// Go clears a piece that lies in memory which was in use before, and so touches it: one large piece would be touched as a whole, of small
// ones a single one. The collector is off meanwhile, since it would run each time that the heap has doubled.
func spare(getenv func(string) string) [][]byte {
	if getenv("GOGC") != "" || getenv("GOMEMLIMIT") != "" {
		return nil
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	pieces := make([][]byte, sparePieces)
	for i := range pieces {
		pieces[i] = make([]byte, sparePiece)
	}
	return pieces
}
