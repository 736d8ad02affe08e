package output

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// newFileMode is the mode of a file that [ReplaceFile] creates.
const newFileMode = 0o644

// ReplaceFile gives a file another content, or creates it: all of it, or nothing. Where the path is a link, the file
// behind it changes.
func ReplaceFile(path string, content []byte) error {
	path, mode, err := fileToReplace(path)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".nactgen-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if err = errors.Join(err, temporary.Chmod(mode), temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}

// fileToReplace returns the path of a file behind its links, and its mode.
func fileToReplace(path string) (string, fs.FileMode, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return path, newFileMode, nil
	}
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", 0, err
	}
	return path, info.Mode().Perm(), nil
}
