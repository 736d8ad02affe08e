package runtimecopy

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/nactgen/nactgen"
)

// library is the source of the run-time library, with the dependencies between its files.
type library struct {
	fset     *token.FileSet
	files    []*file         // sorted by path
	packages map[string]*pkg // by folder: ".", "cel"
	detached []method        // in the order of files
}

// pkg is a package of the library.
type pkg struct {
	types    *types.Package
	files    []*file
	declares map[string]*file // by the name that a file declares for the whole package
}

// file is a source file of the library that is no test.
type file struct {
	path       string // relative to the library's folder: "cel/list.go"
	source     []byte
	syntax     *ast.File
	needs      []*file  // the files that declare what this one refers to, in the order of its text
	interfaces []string // names of methods of the interfaces that the file declares or calls
	always     bool     // the file is included with any other of its package: it documents the package, or runs as the program starts
}

// folder is the key of the file's package in the library.
func (f *file) folder() string { return path.Dir(f.path) }

// method is a method that is declared in another file than its receiver's type.
type method struct {
	typ, name string
	file      *file
	receiver  *file // declares the type
}

// load returns the library, which must not be changed.
var load = sync.OnceValues(func() (*library, error) {
	l := &library{fset: token.NewFileSet(), packages: make(map[string]*pkg)}
	if err := l.parse(nactgen.RuntimeFS, "nact"); err != nil {
		return nil, fmt.Errorf("run-time library: %w", err)
	}
	slices.SortFunc(l.files, func(a, b *file) int { return strings.Compare(a.path, b.path) }) // idempotency.go is before idempotency/store.go
	newResolver(l).resolve()
	return l, nil
})

// parse reads the files of the library, which stands in the folder dir of fsys.
func (l *library) parse(fsys fs.FS, dir string) error {
	return fs.WalkDir(fsys, dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(l.fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		l.add(&file{path: strings.TrimPrefix(name, dir+"/"), source: source, syntax: syntax, always: syntax.Doc != nil || acts(syntax)})
		return nil
	})
}

func (l *library) add(f *file) {
	l.files = append(l.files, f)
	own := l.packages[f.folder()]
	if own == nil {
		own = &pkg{declares: make(map[string]*file)}
		l.packages[f.folder()] = own
	}
	own.files = append(own.files, f)
	for _, name := range declared(f.syntax) {
		own.declares[name] = f
	}
}

// acts reports whether code of a file runs as the program starts, though nothing refers to it.
func acts(syntax *ast.File) bool {
	return slices.ContainsFunc(declared(syntax), func(name string) bool { return name == "init" || name == "_" })
}

// declared returns the names that a file declares for the whole package.
func declared(syntax *ast.File) (names []string) {
	for _, decl := range syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				names = append(names, decl.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				names = append(names, specified(spec)...)
			}
		}
	}
	return names
}

func specified(spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		names = append(names, spec.Name.Name)
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			names = append(names, name.Name)
		}
	}
	return names
}

// fileOf returns the file that declares object, or nil if that is not of the library.
func (l *library) fileOf(object types.Object) *file {
	if object == nil || object.Pkg() == nil || !object.Pos().IsValid() {
		return nil
	}
	folder, own := folderOf(ImportPath, object.Pkg().Path())
	if !own {
		return nil
	}
	at := l.fset.File(object.Pos())
	for _, f := range l.packages[folder].files {
		if l.fset.File(f.syntax.FileStart) == at {
			return f
		}
	}
	return nil
}

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
