// Package runtimecopy returns the files of the run-time library that a service needs, so that the service does not depend on this project, and has nothing
// of it that it does not need.
//
// It is given the generated files of the service:
//
//	library, err := runtimecopy.New("example.com/acme/internal/nact")
//	err = library.Use(file) // a *ast.File that calls cel.Elem
//	files, err := library.Files()
//
// The result are whole files: cel/element.go, which declares Elem, the files that declare what element.go refers to, and so on. A method in another file
// than its type is included with the type if it may be called. So the library is divided into files for its readers and for this package: what only some
// services need is behind a field or an option that their generated code sets.
package runtimecopy

import (
	"fmt"
	"go/ast"
	"path"

	"github.com/nactgen/nactgen/internal/artifact"
)

// ImportPath is the import path of the run-time library in this module.
const ImportPath = "github.com/nactgen/nactgen/nact"

// Dir is the folder of the copy, relative to the output folder.
const Dir = "internal/nact"

// Copy is a copy of the run-time library for one service.
type Copy struct {
	importPath string
	library    *library
	uses       *uses
	extensions []artifact.File
}

// New returns a copy for a service that imports it by a path. It has no files yet.
func New(importPath string) (*Copy, error) {
	l, err := load()
	if err != nil {
		return nil, err
	}
	return &Copy{importPath: importPath, library: l, uses: newUses()}, nil
}

// Use adds what a generated file of the service, which may be a test, needs of the library. The error names what the library does not declare.
func (c *Copy) Use(generated *ast.File) error { return c.uses.read(c.library, c.importPath, generated) }

// Files returns the files that are needed, sorted by path: below [Dir], and those of extensions.
func (c *Copy) Files() ([]artifact.File, error) {
	reached := reachOf(c.library, c.uses)
	var files []artifact.File
	for _, f := range c.library.files {
		if !reached.files[f] {
			continue
		}
		content, err := rewrite(f.path, f.source, c.importPath)
		if err != nil {
			return nil, fmt.Errorf("run-time library: %w", err)
		}
		files = append(files, artifact.File{Path: path.Join(Dir, f.path), Content: content})
	}
	return append(files, c.extensions...), nil
}
