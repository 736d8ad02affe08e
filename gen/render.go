package gen

import (
	"fmt"
	"go/ast"
	"runtime"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/internal/runtimecopy"
)

// renderer renders the files of a package, several at a time.
type renderer struct {
	source  gocode.Package
	library *runtimecopy.Copy // nil: it is imported
	surface string            // of the library

	files   []*rendering // in the order in which they came
	data    []File       // those that are not Go
	running sync.WaitGroup
	free    chan struct{} // holds one for each file that is being rendered
}

// rendering is a file that is rendered, or was.
type rendering struct {
	name    string
	content []byte
	syntax  *ast.File
	err     error
}

func newRenderer(surface string) *renderer {
	return &renderer{surface: surface, free: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// file renders f as name.go. f must not be changed after that.
func (r *renderer) file(name string, f *jen.File) {
	file := &rendering{name: name}
	r.files = append(r.files, file)
	r.free <- struct{}{}
	r.running.Go(func() {
		file.content, file.syntax, file.err = r.source.Render(f)
		<-r.free
	})
}

// rendered returns the files, once all of them are rendered, and those that are not Go. What they use of the library is noted.
func (r *renderer) rendered() ([]File, error) {
	r.running.Wait()
	files := make([]File, len(r.files))
	for i, f := range r.files {
		if f.err == nil && r.library != nil {
			f.err = r.library.Use(f.syntax)
		}
		if f.err != nil {
			return nil, fmt.Errorf("%s.go: %w", f.name, f.err)
		}
		files[i] = File{Path: f.name + ".go", Content: f.content}
	}
	return append(files, r.data...), nil
}
