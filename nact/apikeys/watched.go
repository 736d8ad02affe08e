package apikeys

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/nactgen/nactgen/nact/watch"
)

// watched is a file of keys that may change while the service runs.
type watched struct {
	*watch.File
	path string
}

// largestFile is how long a file of keys can be, in bytes: some ten thousand keys.
const largestFile = 1 << 20

// openWatched returns a file of keys, with those that it holds.
func openWatched(path string) (*watched, []line, error) {
	file, content, err := watch.Open(path, largestFile)
	w := &watched{file, path}
	lines, err := w.read(content, err)
	return w, lines, err
}

// renew takes the keys of a file that has changed into use. If it cannot be read, or something in it is wrong, the keys before it stay. Requests
// that come meanwhile are served by those as well.
func (k *Keys) renew() {
	if k.file == nil {
		return
	}
	k.file.Look(func(content []byte, err error) {
		lines, err := k.file.read(content, err)
		if err != nil {
			k.logger.Error("the file of API keys cannot be used: those of before stay valid", "cause", err.Error())
			return
		}
		k.use(lines)
		k.logger.Info("the file of API keys has changed", "keys", len(lines))
	})
}

// read reads what the file holds, or says with its name why it cannot be read. An empty one is an error: a file that somebody is about to write is empty for a
// moment. One that is to let nobody in has a comment.
func (w *watched) read(content []byte, err error) ([]line, error) {
	text := string(content)
	if err == nil && strings.TrimSpace(text) == "" {
		err = errors.New("the file is empty; one that is to let nobody in has a comment: # nobody")
	}
	var lines []line
	if err == nil {
		lines, err = read(text)
	}
	switch err.(type) {
	case nil:
		return lines, nil
	case *fs.PathError:
		return nil, err
	}
	return nil, inFile(w.path, err)
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
