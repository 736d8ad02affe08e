//go:build unix

package output

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the lock of an open folder for this process, and reports whether it could. The lock ends when the folder is
// closed, at the latest when the process ends, however that comes.
func tryLock(folder *os.File) (bool, error) {
	err := syscall.Flock(int(folder.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	if errors.Is(err, syscall.ENOLCK) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) {
		return true, nil // a file system without locks
	}
	return err == nil, err
}
