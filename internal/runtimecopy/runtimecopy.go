// Package runtimecopy gives the files of the run-time library that a service reaches, so that the service depends on nothing
// of this project and has nothing of it that it does not need.
//
// What comes in are the service's generated files:
//
//	library, err := runtimecopy.New("example.com/acme/internal/nact")
//	err = library.Use(file) // a *ast.File that calls cel.Elem
//	files, err := library.Files()
//
// What goes out are whole files: cel/element.go, which declares Elem; the files that declare what element.go names; and so on.
// A method that stands in another file than its type comes with the type if it may be called. So the library is cut for its
// readers and for this package at once: what only some services need stands behind a field or an option that their generated code fills in.
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
	redis      []artifact.File
}

// New returns a copy that a service is to have at an import path. It has no files yet.
func New(importPath string) (*Copy, error) {
	l, err := load()
	if err != nil {
		return nil, err
	}
	return &Copy{importPath: importPath, library: l, uses: newUses()}, nil
}

// Use makes room for what a generated file of the service, which may be a test, needs of the library. The error names what
// the library does not have.
func (c *Copy) Use(generated *ast.File) error { return c.uses.read(c.library, c.importPath, generated) }

// Files returns the files that are needed, sorted by path: below [Dir], and after [Copy.UseRedis] below [RedisDir].
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
	return append(files, c.redis...), nil
}
