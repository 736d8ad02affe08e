package runtimecopy

import (
	"errors"
	"go/ast"
	"go/types"
	"path"
	"strings"
)

// resolver finds out which files of the library need which. It checks the types of the library's packages without those
// of the standard library, whose source need not be there: what comes from it has no type. The library is written so that this
// is enough: where it calls a method that stands in another file than its type, the type is known.
type resolver struct {
	library *library
	info    types.Info
}

func newResolver(l *library) *resolver {
	return &resolver{l, types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)}}
}

// resolve fills in what the files need and the methods that do not stand beside their types.
func (r *resolver) resolve() {
	for _, f := range r.library.files {
		r.check(f.folder())
		r.resolveFile(f)
	}
}

// check checks the types of a package of the library.
func (r *resolver) check(folder string) *types.Package {
	own := r.library.packages[folder]
	if own.types != nil {
		return own.types
	}
	var syntax []*ast.File
	for _, f := range own.files {
		syntax = append(syntax, f.syntax)
	}
	config := types.Config{Importer: r, Error: func(error) {}} // whatever the standard library has to do with is one
	own.types, _ = config.Check(path.Join(ImportPath, folder), r.library.fset, syntax, &r.info)
	return own.types
}

// errForeign takes the place of a package that is not of the library.
var errForeign = errors.New("not of the run-time library")

// Import makes a resolver the importer of the library's packages.
func (r *resolver) Import(importPath string) (*types.Package, error) {
	folder, own := folderOf(ImportPath, importPath)
	if !own || r.library.packages[folder] == nil {
		return nil, errForeign
	}
	return r.check(folder), nil
}

// folderOf returns the folder of the package that is imported where the library has the import path root.
func folderOf(root, importPath string) (folder string, own bool) {
	below, own := strings.CutPrefix(importPath, root)
	switch {
	case !own || below != "" && below[0] != '/':
		return "", false
	case below == "":
		return ".", true
	}
	return below[1:], true
}

// resolveFile fills in what f needs.
func (r *resolver) resolveFile(f *file) {
	needed := map[*file]bool{nil: true, f: true}
	need := func(other *file) {
		if !needed[other] {
			needed[other] = true
			f.needs = append(f.needs, other)
		}
	}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			r.detach(f, n)
		case *ast.SelectorExpr:
			if r.info.Uses[n.Sel] == nil { // of something of the standard library
				ast.Inspect(n.X, visit)
				return false
			}
		case *ast.Ident:
			need(r.declaring(f, n))
		}
		return true
	}
	for _, decl := range f.syntax.Decls {
		ast.Inspect(decl, visit)
	}
}

// declaring returns the file that declares what a name in f stands for, or nil if it is not of the library.
func (r *resolver) declaring(f *file, name *ast.Ident) *file {
	object := r.info.Defs[name]
	if object == nil {
		object = r.info.Uses[name]
	}
	switch object := object.(type) {
	case nil: // the checker passed it over, such as a key in a literal of unknown type
		return r.library.packages[f.folder()].declares[name.Name]
	case *types.Func:
		if receiver := object.Signature().Recv(); receiver != nil && types.IsInterface(receiver.Type()) {
			f.interfaces = append(f.interfaces, name.Name)
		}
	}
	return r.library.fileOf(object)
}

// detach notes a method of f whose receiver's type stands in another file.
func (r *resolver) detach(f *file, decl *ast.FuncDecl) {
	object, _ := r.info.Defs[decl.Name].(*types.Func)
	if object == nil || object.Signature().Recv() == nil {
		return
	}
	named := namedType(object.Signature().Recv().Type())
	if named == nil {
		return
	}
	if home := r.library.fileOf(named.Obj()); home != f {
		r.library.detached = append(r.library.detached, method{named.Obj().Name(), decl.Name.Name, f, home})
	}
}

// namedType returns the type that t is, or points to, if it has a name.
func namedType(t types.Type) *types.Named {
	if pointer, ok := t.(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, _ := t.(*types.Named)
	if named == nil {
		return nil
	}
	return named.Origin()
}
