package apikeys

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

// watched is a file of keys that may change while the service runs.
type watched struct {
	path string

	mu   sync.Mutex // held while the file is looked at
	next time.Time  // when it is looked at again
	seen fs.FileInfo
}

// interval is how often a file is looked at, if requests come.
const interval = time.Second

// largestFile is how long a file of keys can be, in bytes: some ten thousand keys.
const largestFile = 1 << 20

// renew takes the keys of a file that has changed into use. If it cannot be read, or something in it is wrong, the keys before it stay. Requests
// that come meanwhile are served by those as well.
func (k *Keys) renew() {
	if k.file == nil || !k.file.mu.TryLock() {
		return
	}
	defer k.file.mu.Unlock()
	now := k.now()
	if now.Before(k.file.next) {
		return
	}
	k.file.next = now.Add(interval)
	info, err := os.Stat(k.file.path)
	if err == nil && k.file.same(info) {
		return
	}
	var lines []line
	if err == nil {
		lines, err = k.file.read()
	}
	if err != nil {
		if k.file.seen != nil || info != nil {
			k.logger.Error("the file of API keys cannot be used: those of before stay valid", "cause", err.Error())
		}
		k.file.seen = info // which is said once
		return
	}
	k.use(lines)
	k.file.seen = info
	k.logger.Info("the file of API keys has changed", "keys", len(lines))
}

// same reports whether the file is as it was when it was read last.
func (w *watched) same(info fs.FileInfo) bool {
	return w.seen != nil && os.SameFile(w.seen, info) && w.seen.ModTime().Equal(info.ModTime()) && w.seen.Size() == info.Size()
}

// read reads the file. An empty one is an error: a file that somebody is about to write is empty for a moment. One that is to let nobody in has a comment.
func (w *watched) read() ([]line, error) {
	file, err := os.Open(w.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, largestFile+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > largestFile:
		return nil, fmt.Errorf("%s: the file is larger than %d bytes", w.path, largestFile)
	case strings.TrimSpace(string(text)) == "":
		return nil, fmt.Errorf("%s: the file is empty; one that is to let nobody in has a comment: # nobody", w.path)
	}
	lines, err := read(string(text))
	if err != nil {
		return nil, inFile(w.path, err)
	}
	return lines, nil
}

// inFile names the file in each of several errors.
func inFile(path string, err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("%s: %w", path, err)
	}
	var named []error
	for _, e := range joined.Unwrap() {
		named = append(named, fmt.Errorf("%s: %w", path, e))
	}
	return errors.Join(named...)
}
