package runtimecopy

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"

	"github.com/nactgen/nactgen"
)

// surfaceFile is the file of the library that declares one constant, named after what the library exports.
const surfaceFile = "surface.go"

// Surface returns the name of the constant of package nact that generated code refers to, so that it compiles with the library
// that it was generated for and with no other.
func Surface() (string, error) {
	source, err := fs.ReadFile(nactgen.RuntimeFS, "nact/"+surfaceFile)
	if err != nil {
		return "", fmt.Errorf("run-time library: %w", err)
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), surfaceFile, source, parser.SkipObjectResolution)
	if err != nil {
		return "", fmt.Errorf("run-time library: %w", err)
	}
	names := declared(syntax)
	if len(names) != 1 {
		return "", fmt.Errorf("run-time library: %s declares %v instead of one constant", surfaceFile, names)
	}
	return names[0], nil
}
