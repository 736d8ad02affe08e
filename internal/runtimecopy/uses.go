package runtimecopy

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"strconv"
)

// uses has what the generated files of a service use of the library.
type uses struct {
	files    map[*file]bool  // the files that declare what the service names, or calls on a value whose type is known
	called   map[string]bool // names of methods that are called on other values
	selected map[string]bool // names that are selected from other values and not called: of fields, or of methods
	fields   map[string]bool // names of the service's own fields
}

func newUses() *uses {
	return &uses{files: make(map[*file]bool), called: make(map[string]bool), selected: make(map[string]bool), fields: make(map[string]bool)}
}

// methods returns the names of methods that may be called on values of any type. A name that is selected and not called counts as that of a field if the
// service has such a field.
func (u *uses) methods() map[string]bool {
	methods := make(map[string]bool)
	for name := range u.called {
		methods[name] = true
	}
	for name := range u.selected {
		if !u.fields[name] {
			methods[name] = true
		}
	}
	return methods
}

// reader finds what one generated file uses. It does not check types, since a service can have a quarter of a million lines. It only knows the types of
// locals whose value names one: after call := upstream.Call{...}, call.Query.List is a method of upstream.Query.
type reader struct {
	uses    *uses
	library *library
	folders map[string]string       // of the library's packages, by the names of their imports
	foreign map[string]bool         // the names of the other imports
	locals  map[string]*types.Named // types of the locals of the function; nil if that is not known, or if there are several of the name
	callee  *ast.SelectorExpr       // what the innermost call calls
	err     error
}

// read adds what a generated file uses of the library, which it imports at root.
func (u *uses) read(l *library, root string, syntax *ast.File) error {
	r := &reader{uses: u, library: l, folders: make(map[string]string), foreign: make(map[string]bool)}
	for _, spec := range syntax.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return err
		}
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if folder, own := folderOf(root, importPath); own {
			r.folders[name] = folder
		} else {
			r.foreign[name] = true
		}
	}
	for _, decl := range syntax.Decls {
		r.locals = make(map[string]*types.Named)
		ast.Inspect(decl, r.visit)
	}
	return r.err
}

func (r *reader) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Field, *ast.ValueSpec, *ast.AssignStmt, *ast.RangeStmt:
		r.define(n)
	case *ast.StructType:
		for _, field := range n.Fields.List {
			for _, name := range field.Names {
				r.uses.fields[name.Name] = true
			}
		}
	case *ast.CallExpr:
		r.callee, _ = n.Fun.(*ast.SelectorExpr)
	case *ast.SelectorExpr:
		switch object := r.object(n); {
		case object != nil:
			r.uses.files[r.library.fileOf(object)] = true
		case r.isForeign(n.X):
		case n == r.callee:
			r.uses.called[n.Sel.Name] = true
		default:
			r.uses.selected[n.Sel.Name] = true
		}
	}
	return true
}

// isForeign reports whether x is the name of a package that is not of the library.
func (r *reader) isForeign(x ast.Expr) bool {
	name, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	_, local := r.locals[name.Name]
	return !local && r.foreign[name.Name]
}

// object returns the object of the library that is selected, or nil if there is none or that is not known.
func (r *reader) object(n *ast.SelectorExpr) types.Object {
	if name, ok := n.X.(*ast.Ident); ok {
		_, local := r.locals[name.Name]
		if folder, own := r.folders[name.Name]; own && !local {
			return r.declared(folder, n.Sel.Name)
		}
	}
	of := r.typeOf(n.X)
	if of == nil {
		return nil
	}
	object, _, _ := types.LookupFieldOrMethod(types.NewPointer(of), true, of.Obj().Pkg(), n.Sel.Name)
	return object
}

// declared returns what a package of the library declares under a name.
func (r *reader) declared(folder, name string) types.Object {
	if p := r.library.packages[folder]; p != nil {
		if object := p.types.Scope().Lookup(name); object != nil {
			return object
		}
	}
	if r.err == nil {
		r.err = fmt.Errorf("the run-time library has no %s in package %s", name, path.Join("nact", folder))
	}
	return nil
}

// typeOf returns the type of the library that x has, points to or is, or nil if there is none or it is not known.
func (r *reader) typeOf(x ast.Expr) *types.Named {
	switch x := x.(type) {
	case *ast.Ident:
		return r.locals[x.Name]
	case *ast.ParenExpr:
		return r.typeOf(x.X)
	case *ast.StarExpr:
		return r.typeOf(x.X)
	case *ast.UnaryExpr:
		return r.typeOf(x.X)
	case *ast.CompositeLit:
		return r.typeOf(x.Type)
	case *ast.SelectorExpr:
		if object := r.object(x); object != nil {
			return namedType(object.Type())
		}
	case *ast.CallExpr:
		if selector, ok := x.Fun.(*ast.SelectorExpr); ok {
			return resultType(r.object(selector))
		}
	}
	return nil
}

// resultType returns the type of a function's only result, if that is one of the library.
func resultType(object types.Object) *types.Named {
	f, ok := object.(*types.Func)
	if !ok || f.Signature().Results().Len() != 1 {
		return nil
	}
	return namedType(f.Signature().Results().At(0).Type())
}

// define records the types of the locals that n declares.
func (r *reader) define(n ast.Node) {
	switch n := n.(type) {
	case *ast.Field:
		r.defineAll(n.Names, n.Type)
	case *ast.ValueSpec:
		r.defineAll(n.Names, n.Type)
	case *ast.RangeStmt:
		r.defineLocal(n.Key, nil)
		r.defineLocal(n.Value, nil)
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				r.defineLocal(left, n.Rhs[i])
			} else {
				r.defineLocal(left, nil)
			}
		}
	}
}

func (r *reader) defineAll(names []*ast.Ident, value ast.Expr) {
	for _, name := range names {
		r.defineLocal(name, value)
	}
}

// defineLocal records that a local has the type of a value, which may be a type itself.
func (r *reader) defineLocal(x, value ast.Expr) {
	name, ok := x.(*ast.Ident)
	if !ok {
		return
	}
	var typ *types.Named
	if value != nil {
		typ = r.typeOf(value)
	}
	if other, taken := r.locals[name.Name]; taken && other != typ {
		typ = nil
	}
	r.locals[name.Name] = typ
}
