// Package file finds the files that a manifest names: OpenAPI documents, tables, recorded answers. Their paths are relative
// to the file in which they stand.
package file

import (
	"path/filepath"

	"github.com/nactgen/nactgen/internal/inputs"
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

// Exists reports whether the file is there that a value names, one of the tree that can be read. If it is not, that is added to
// found; what says what the file is.
func Exists(files inputs.Tree, named manifest.Value[string], what string, found *diag.List) bool {
	path := Path(named)
	err := files.Check(path)
	if err == nil {
		err = inputs.Check(path, inputs.Limit)
	}
	if err != nil {
		found.ErrorAt(named, "missing-file", "%s %q cannot be read: %v", what, named.V, err)
	}
	return err == nil
}
