package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/nactgen/nactgen/internal/inputs"
)

// newFileMode is the mode of a file that [ReplaceFile] creates.
const newFileMode = 0o644

// Replacement is the new content of a file.
type Replacement struct {
	Path    string
	Content []byte
}

// ReplaceFile gives a file another content, or creates it: all of it, or nothing. Where the path is a link, the file
// behind it changes.
func ReplaceFile(path string, content []byte) error {
	return ReplaceFiles([]Replacement{{path, content}})
}

// ReplaceFiles is [ReplaceFile] for several files: all of them, or none.
func ReplaceFiles(all []Replacement) error {
	unlock, err := lockAround(all)
	defer unlock()
	if err != nil {
		return err
	}
	var r replacing
	for _, one := range all {
		if err := r.stage(one); err != nil {
			return errors.Join(err, r.drop())
		}
	}
	if err := r.perform(); err != nil {
		return errors.Join(err, r.drop())
	}
	return nil
}

// lockAround locks the folders that hold the files, in one order for all runs, and removes what killed runs left there.
func lockAround(all []Replacement) (unlock func(), err error) {
	var locks []func()
	unlock = func() {
		for _, unlock := range locks {
			unlock()
		}
	}
	var folders []string
	for _, one := range all {
		path, err := filepath.Abs(one.Path)
		if err != nil {
			return unlock, err
		}
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		folders = append(folders, filepath.Dir(path)) // in one spelling: who locks a folder twice waits for itself
	}
	slices.Sort(folders)
	for _, folder := range slices.Compact(folders) {
		one, err := lockFolder(folder)
		if err != nil {
			return unlock, err
		}
		locks = append(locks, one)
		if err := sweep(folder, isTemporary); err != nil {
			return unlock, err
		}
	}
	return unlock, nil
}

// replacing is a row of files with their new contents, each of which stands in a file beside its own.
type replacing []staged

// staged is a file whose new content is ready.
type staged struct {
	path      string // behind its links
	temporary string // with the new content; it is gone once that is in place
	old       []byte
	mode      fs.FileMode
	isNew     bool // there is no file yet
}

// stage writes the new content of a file beside it.
func (r *replacing) stage(one Replacement) error {
	s, err := fileToReplace(one.Path)
	if err != nil {
		return err
	}
	if s.temporary, err = writeBeside(s.path, one.Content, s.mode); err != nil {
		return err
	}
	*r = append(*r, s)
	return nil
}

// perform puts the new contents in place. If that fails for one file, those before it get their old ones back.
func (r replacing) perform() error {
	for i, s := range r {
		if err := os.Rename(s.temporary, s.path); err != nil {
			return errors.Join(err, r[:i].restore())
		}
	}
	return nil
}

// restore gives files in place their old contents.
func (r replacing) restore() error {
	var errs []error
	for _, s := range slices.Backward(r) {
		if err := s.restore(); err != nil {
			errs = append(errs, fmt.Errorf("%s could not be restored: %w", s.path, err))
		}
	}
	return errors.Join(errs...)
}

func (s staged) restore() error {
	if s.isNew {
		return os.Remove(s.path)
	}
	temporary, err := writeBeside(s.path, s.old, s.mode)
	if err != nil {
		return err
	}
	return os.Rename(temporary, s.path)
}

// drop removes the new contents that are not in place.
func (r replacing) drop() error {
	var errs []error
	for _, s := range r {
		if err := os.Remove(s.temporary); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// fileToReplace returns the file behind the links of a path, as it is.
func fileToReplace(path string) (s staged, err error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return staged{path: path, mode: newFileMode, isNew: true}, nil
	}
	if s.path, err = filepath.EvalSymlinks(path); err != nil {
		return s, err
	}
	info, err := os.Stat(s.path)
	if err != nil {
		return s, err
	}
	s.mode = info.Mode().Perm()
	s.old, err = inputs.Read(s.path, inputs.Limit)
	return s, err
}

// writeBeside writes content to a new file in the folder of another, and returns its path.
func writeBeside(path string, content []byte, mode fs.FileMode) (temporary string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".nactgen-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(content)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}
