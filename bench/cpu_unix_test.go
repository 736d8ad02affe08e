//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime is what the process has used of the CPU, for itself and in the kernel.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // of valid arguments there is no error
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
