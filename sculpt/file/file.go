// Package file finds the files that a manifest names: OpenAPI documents, tables, recorded answers. Their paths are relative
// to the file in which they stand.
package file

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/manifest/credential"
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

// Read returns the content of the file that a value names, one of the tree that can be read. If it cannot be, or holds
// a credential, that is added to found, and ok is false. What says what the file is.
func Read(files inputs.Tree, named manifest.Value[string], what string, limit int64, found *diag.List) (content []byte, ok bool) {
	content, err := files.Read(Path(named), limit)
	if err != nil {
		found.ErrorAt(named, "missing-file", "%s %q cannot be read: %v", what, named.V, err)
		return nil, false
	}
	credentials := credential.In(content)
	for _, c := range credentials {
		found.ErrorAt(named, "secret-literal", "%s: this looks like %s, and everybody can read it there; replace it at its vendor, and write a made-up text into the file",
			Place(named, content, c.At), c.What)
	}
	return content, len(credentials) == 0
}

// Place says where an offset of a file's content is, for a message: places.csv:3:14. Columns count bytes, from 1.
func Place(named manifest.Value[string], content []byte, offset int) string {
	before := content[:offset]
	line, column := bytes.Count(before, []byte("\n"))+1, offset-bytes.LastIndexByte(before, '\n')
	return fmt.Sprintf("%s:%d:%d", named.V, line, column)
}
