package runtimecopy

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/nactgen/nactgen"
	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/internal/extension"
)

// Extend adds a package that stands beside the library to the copy, as internal/NAME in the output folder, and makes room for what that needs of the
// library. A service that is no program of its own does without the package's files for programs.
func (c *Copy) Extend(e *extension.Extension, standAlone bool) error {
	entries, err := fs.ReadDir(nactgen.ExtensionFS, e.Package)
	if err != nil {
		return fmt.Errorf("package %s: %w", e.Package, err)
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasSuffix(name, "_test.go") || !standAlone && slices.Contains(e.Program, name) {
			continue
		}
		content, err := c.extensionFile(path.Join(e.Package, name))
		if err != nil {
			return fmt.Errorf("package %s: %w", e.Package, err)
		}
		c.extensions = append(c.extensions, artifact.File{Path: path.Join(path.Dir(Dir), e.Package, name), Content: content})
	}
	return nil
}

// extensionFile returns a file of the copy of an extension, after it was noted what that uses.
func (c *Copy) extensionFile(name string) ([]byte, error) {
	source, err := fs.ReadFile(nactgen.ExtensionFS, name)
	if err != nil {
		return nil, err
	}
	content, err := rewrite(path.Base(name), source, c.importPath)
	if err != nil {
		return nil, err
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return content, c.uses.read(c.library, c.importPath, syntax)
}
