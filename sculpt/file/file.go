// Package file finds the files that a manifest names: OpenAPI documents, tables, recorded answers. Their paths are relative
// to the file in which they stand.
package file

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Path returns where the file is that a value names, seen from the working directory.
func Path(named manifest.Value[string]) string {
	if filepath.IsAbs(named.V) {
		return named.V
	}
	return filepath.Join(filepath.Dir(named.Pos.File), filepath.FromSlash(named.V))
}

// Exists reports whether the file is there that a value names. If it is not, that is added to found; what says what the
// file is.
func Exists(named manifest.Value[string], what string, found *diag.List) bool {
	info, err := os.Stat(Path(named))
	switch {
	case err != nil:
		found.ErrorAt(named, "missing-file", "%s %q cannot be read: %v", what, named.V, Reason(err))
	case info.IsDir():
		found.ErrorAt(named, "missing-file", "%s %q is a folder", what, named.V)
	default:
		return true
	}
	return false
}

// Reason returns what the operating system said, without the path again.
func Reason(err error) error {
	var located *os.PathError
	if errors.As(err, &located) {
		return located.Err
	}
	return err
}
