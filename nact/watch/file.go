// Package watch reads files again when they change. A file is looked at when somebody wants to know what it holds, and once a second at most, so that
// there is no goroutine that somebody would have to end.
package watch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// Interval is how often a file is looked at, if somebody asks.
const Interval = time.Second

// File is a regular file that may change, also by being replaced, as a mounted secret is. It may be used by several goroutines at the same time.
type File struct {
	Now func() time.Time // as it is at Open: time.Now

	path string
	most int // bytes

	mu     sync.Mutex  // held while the file is looked at
	next   time.Time   // when it is looked at again
	seen   fs.FileInfo // when it was read last; nil: it was not there
	failed string      // why it could not be read then, or empty
}

// Open reads a file of so many bytes at most.
func Open(path string, most int) (f *File, content []byte, err error) {
	f = &File{Now: time.Now, path: path, most: most}
	f.next = f.Now().Add(Interval)
	f.seen, content, err = f.read()
	return f, content, err
}

// Look calls use with what the file holds if that has changed, or with why it can no longer be read, once. While one goroutine does, others do not
// wait for it.
func (f *File) Look(use func(content []byte, err error)) {
	if !f.mu.TryLock() {
		return
	}
	defer f.mu.Unlock()
	now := f.Now()
	if now.Before(f.next) {
		return
	}
	f.next = now.Add(Interval)
	info, err := os.Stat(f.path)
	if err == nil && f.same(info) {
		return
	}
	f.renew(use)
}

// LookNow reads the file at once, however short ago it was looked at, and calls use as [File.Look] does, also if it holds what it has held.
func (f *File) LookNow(use func(content []byte, err error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.renew(use)
}

// renew reads the file for use. An error is said once, until the file can be read again or has another one.
func (f *File) renew(use func(content []byte, err error)) {
	info, content, err := f.read()
	f.seen = info
	before := f.failed
	if f.failed = ""; err != nil {
		f.failed = err.Error()
	}
	if err == nil || f.failed != before {
		use(content, err)
	}
}

// same reports whether the file is as it was when it was read last.
func (f *File) same(info fs.FileInfo) bool {
	return f.seen != nil && os.SameFile(f.seen, info) && f.seen.ModTime().Equal(info.ModTime()) && f.seen.Size() == info.Size()
}

// read reads the file, and returns what was known of it before: a change meanwhile shows the next time.
func (f *File) read() (fs.FileInfo, []byte, error) {
	info, err := os.Stat(f.path)
	switch {
	case err != nil:
		return nil, nil, err
	case !info.Mode().IsRegular(): // to open a pipe could take forever
		return info, nil, errors.New("this is no regular file")
	}
	file, err := os.Open(f.path)
	if err != nil {
		return info, nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, int64(f.most)+1))
	if err == nil && len(content) > f.most {
		err = fmt.Errorf("the file is larger than %d bytes", f.most)
	}
	return info, content, err
}
