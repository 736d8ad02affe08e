package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// Lines is a file in which each line says something, as of a caller.
type Lines[L any] struct {
	*File
	path string
	read func(text string) ([]L, error)
}

// OpenLines reads a file of so many bytes at most by a function, whose error may join several. Errors name the file, each of them. An empty file is an error:
// one that somebody is about to write is empty for a moment.
func OpenLines[L any](path string, most int, read func(text string) ([]L, error)) (*Lines[L], []L, error) {
	file, content, err := Open(path, most)
	l := &Lines[L]{file, path, read}
	lines, err := l.parse(content, err)
	return l, lines, err
}

// LookLines calls use as [File.Look] does, with the lines.
func (l *Lines[L]) LookLines(use func(lines []L, err error)) {
	l.Look(func(content []byte, err error) { use(l.parse(content, err)) })
}

func (l *Lines[L]) parse(content []byte, err error) ([]L, error) {
	text := string(content)
	if err == nil && strings.TrimSpace(text) == "" {
		err = errors.New("the file is empty; one that is to let nobody in has a comment: # nobody")
	}
	var lines []L
	if err == nil {
		lines, err = l.read(text)
	}
	switch err.(type) {
	case nil:
		return lines, nil
	case *fs.PathError:
		return nil, err
	}
	return nil, InFile(l.path, err)
}

// InFile names the file in each of several errors.
func InFile(path string, err error) error {
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
