// Package exportdata imports packages as the go command has compiled them, for tests that check the types of Go code.
package exportdata

import (
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
)

// Importer compiles the packages that patterns of the go command match, seen from the working directory, and returns an importer of them
// and of all that they import. Several goroutines may use it.
func Importer(patterns ...string) (types.Importer, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-export", "-f", "{{.ImportPath}}\t{{.Export}}"}, patterns...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("compiling %s: %w", strings.Join(patterns, ", "), err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		importPath, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[importPath] = file
	}
	compiled := importer.ForCompiler(token.NewFileSet(), "gc", func(importPath string) (io.ReadCloser, error) {
		return os.Open(files[importPath])
	})
	return &locked{Importer: compiled}, nil
}

// locked lets one goroutine at a time use an importer.
type locked struct {
	sync.Mutex
	types.Importer
}

func (l *locked) Import(importPath string) (*types.Package, error) {
	l.Lock()
	defer l.Unlock()
	return l.Importer.Import(importPath)
}
