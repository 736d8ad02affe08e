package server

import "runtime/debug"

// What [spare] returns: so many pieces, of so many bytes each.
const (
	sparePieces = 16
	sparePiece  = 1 << 20
)

// spare returns memory for a program to keep and never to touch. The garbage collector runs when the heap has doubled. That of a service has a
// few megabytes, so that under load it would run dozens of times a second, for calls that leave nothing behind. It counts the spare memory, of
// which the machine has to give none, and so waits for so many bytes more. What the operator says to Go about it, by GOGC or GOMEMLIMIT,
// counts alone: then there is none.
//
// Go clears what begins in memory that was in use before, which one large piece would be all of, touched from its beginning to its end; of
// small ones it is one. While they are made the collector would run several times over, each time that the heap has doubled.
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
