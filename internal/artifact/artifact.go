// Package artifact holds the type in which the parts of nactgen hand each
// other generated files. It is plain data: only package output writes them to disk.
package artifact

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// File is one generated file.
type File struct {
	Path    string // slash-separated, relative to the output folder; valid in the sense of [fs.ValidPath]
	Content []byte
}

// Sort sorts files by path.
func Sort(files []File) {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

// Check reports every path in files that could not be written as it stands:
// malformed ones, two that are the same (also on file systems that ignore
// case), and a file where another needs a folder.
func Check(files []File) error {
	var errs []error
	paths := make(map[string]string, len(files))
	for _, f := range files {
		if err := checkPath(f.Path); err != nil {
			errs = append(errs, err)
			continue
		}
		key := strings.ToLower(f.Path)
		if other, taken := paths[key]; taken {
			errs = append(errs, fmt.Errorf("the files %q and %q have the same name", other, f.Path))
		}
		paths[key] = f.Path
	}
	for _, f := range files {
		for dir := parent(f.Path); dir != ""; dir = parent(dir) {
			if other, taken := paths[strings.ToLower(dir)]; taken {
				errs = append(errs, fmt.Errorf("the file %q stands where %q needs a folder", other, f.Path))
			}
		}
	}
	return errors.Join(errs...)
}

// checkPath allows what is a plain relative path on every system and can
// stand in a line of a text file.
func checkPath(path string) error {
	if !fs.ValidPath(path) || path == "." {
		return fmt.Errorf("%q is no relative, slash-separated file path", path)
	}
	unprintable := func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == ':' }
	if strings.ContainsFunc(path, unprintable) {
		return fmt.Errorf("%q holds a character that not every system allows in a file name", path)
	}
	return nil
}

// parent returns the folder of a slash-separated path, or "" for a path without one.
func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	if i < 0 {
		return ""
	}
	return path[:i]
}
