package gen

import (
	"fmt"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/internal/runtimecopy"
)

// renderer renders the files of a package, several at a time.
type renderer struct {
	source  gocode.Package
	library *runtimecopy.Copy // nil: it is imported
	using   sync.Mutex        // guards library
	surface string            // the name of the library's surface: see [runtimecopy.Surface]

	files   []*rendering // those of Go, in the order in which they were added
	data    []File       // those that are not Go
	running sync.WaitGroup
	free    chan struct{} // holds an element for each file that is being rendered, and has room for as many as may be at a time
}

// rendering is a file of Go. content and err are set when it has been rendered.
type rendering struct {
	name    string
	content []byte
	err     error
}

// file renders f as name.go. f must not be changed after that.
func (r *renderer) file(name string, f *jen.File) {
	file := &rendering{name: name}
	r.files = append(r.files, file)
	r.free <- struct{}{}
	r.running.Go(func() {
		file.content, file.err = r.render(f)
		<-r.free
	})
}

// render renders a file, and notes what it uses of the library. Its syntax, which takes many times the memory of its text, ends here.
func (r *renderer) render(f *jen.File) ([]byte, error) {
	content, syntax, err := r.source.Render(f)
	if err != nil || r.library == nil {
		return content, err
	}
	r.using.Lock()
	defer r.using.Unlock()
	return content, r.library.Use(syntax)
}

// rendered returns the files, once all of them are rendered, and those that are not Go.
func (r *renderer) rendered() ([]File, error) {
	r.running.Wait()
	files := make([]File, len(r.files))
	for i, f := range r.files {
		if f.err != nil {
			return nil, fmt.Errorf("%s.go: %w", f.name, f.err)
		}
		files[i] = File{Path: f.name + ".go", Content: f.content}
	}
	return append(files, r.data...), nil
}
