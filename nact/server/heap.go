package server

// spareHeap is the size of [spare], in bytes.
const spareHeap = 16 << 20

// spare returns memory for a program to keep and never to touch. The garbage collector runs when the heap has doubled. That of a service has a
// few megabytes, so that under load it would run dozens of times a second, for calls that leave nothing behind. It counts the spare memory, of
// which the machine has to give none, and so waits for so many bytes more. What the operator says to Go about it, by GOGC or GOMEMLIMIT,
// counts alone: then there is none.
func spare(getenv func(string) string) []byte {
	if getenv("GOGC") != "" || getenv("GOMEMLIMIT") != "" {
		return nil
	}
	return make([]byte, spareHeap)
}
