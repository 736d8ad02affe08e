// Package inputs opens what nactgen reads: a manifest and all files that it leads to. Whoever writes those, in a pull
// request for example, decides which paths they name and what stands there. So every reader of the generator opens files
// here: regular ones, of a bounded size, in the folder where they belong.
package inputs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// opening are the flags to open a file with: a pipe that nobody writes to does not block, a terminal is not taken over.
const opening = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOCTTY

// Limit is the size in bytes of the largest file that is read, where there is no smaller limit.
const Limit = 64 << 20

// An Error says what is wrong with a file. Its text continues a sentence that names the file, and says what to do.
type Error struct {
	Path   string
	Reason string
}

func (e *Error) Error() string { return e.Reason }

// Read returns the content of a regular file of at most limit bytes, and does not read larger ones to their end. The error is an *[Error], or one of
// package os without its path, since the caller names the file.
func Read(path string, limit int64) ([]byte, error) {
	return read(path, limit, os.Stat, func(path string) (*os.File, error) { return os.OpenFile(path, opening, 0) })
}

// ReadIn is [Read] for a file below root.
func ReadIn(root *os.Root, path string, limit int64) ([]byte, error) {
	return read(path, limit, root.Stat, func(path string) (*os.File, error) { return root.OpenFile(path, opening, 0) })
}

// read looks at the file before it opens it, since opening some devices does something, and again at what it opened.
func read(path string, limit int64, stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error)) ([]byte, error) {
	info, err := stat(path)
	if err != nil {
		return nil, Reason(err)
	}
	if err := check(path, info, limit); err != nil {
		return nil, err
	}
	f, err := open(path)
	if err != nil {
		return nil, Reason(err)
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, Reason(err)
	}
	if err := check(path, info, limit); err != nil {
		return nil, err
	}
	// As large as the file, and what a buffer wants to have free to see the end: one that grows costs several times the file.
	content := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	if _, err := content.ReadFrom(io.LimitReader(f, limit+1)); err != nil {
		return nil, Reason(err)
	}
	if int64(content.Len()) > limit {
		return nil, tooLarge(path, limit)
	}
	return content.Bytes(), nil
}

// Check returns why [Read] would refuse the file at path, or nil.
func Check(path string, limit int64) error {
	info, err := os.Stat(path)
	if err != nil {
		return Reason(err)
	}
	return check(path, info, limit)
}

func check(path string, info fs.FileInfo, limit int64) error {
	switch {
	case !info.Mode().IsRegular():
		return &Error{path, "it is " + kind(info.Mode()) + ", and only regular files are read; put the file itself there"}
	case info.Size() > limit:
		return tooLarge(path, limit)
	}
	return nil
}

func tooLarge(path string, limit int64) error {
	return &Error{path, fmt.Sprintf("it has more than %d MiB; what nactgen reads there is smaller", limit>>20)}
}

// kind says what a file is that is not regular.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// Reason returns what the operating system said, without the path again.
func Reason(err error) error {
	var located *fs.PathError
	if errors.As(err, &located) {
		return located.Err
	}
	return err
}
