package runtimecopy

import (
	"go/ast"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// whole returns the library with all its types, those of the standard library included.
func whole(t *testing.T) (*library, *subset) {
	t.Helper()
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	s := &subset{
		t: t, library: l, files: make(map[*file]bool), done: make(map[string]*types.Package),
		info: &types.Info{Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)},
	}
	for _, f := range l.files {
		s.files[f] = true
	}
	for _, folder := range slices.Sorted(maps.Keys(l.packages)) {
		if _, err := s.Import(path.Join(ImportPath, folder)); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.errs) > 0 {
		t.Fatal(s.errs)
	}
	return l, s
}

// TestNothingIsMissed: whatever a file of the library names or calls is found without the types of the standard library.
func TestNothingIsMissed(t *testing.T) {
	l, s := whole(t)
	for _, f := range l.files {
		for _, decl := range f.syntax.Decls {
			ast.Inspect(decl, func(n ast.Node) bool {
				name, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				object := s.info.Defs[name]
				if object == nil {
					object = s.info.Uses[name]
				}
				if needed := l.fileOf(object); needed != nil && needed != f && !slices.Contains(f.needs, needed) {
					t.Errorf("%s: %s of %s is not seen: where it is a method, give the value a type of the library",
						l.fset.Position(name.Pos()), name.Name, needed.path)
				}
				return true
			})
		}
	}
}

// unnamedInterfaces are the methods that the standard library looks for with interfaces that it does not export.
var unnamedInterfaces = []string{
	"Unwrap", "Is", "As", // errors
	"Timeout", "Temporary", // net, os
	"IsZero",                                                                // encoding/json
	"FlushError", "SetReadDeadline", "SetWriteDeadline", "EnableFullDuplex", // net/http
}

// TestInterfacesAreSatisfiedAtHome: a method by which a type of the library satisfies an interface of the standard library
// stands in the file of the type, since nothing in the library has to call it.
func TestInterfacesAreSatisfiedAtHome(t *testing.T) {
	exceptions := map[string]string{
		"Decoder.String": "it reads a string; nothing prints a decoder",
	}
	l, s := whole(t)
	interfaces := standardInterfaces(s)
	if len(interfaces) < 50 {
		t.Fatalf("found %d interfaces", len(interfaces))
	}
	for _, m := range l.detached {
		if exceptions[m.typ+"."+m.name] != "" {
			continue
		}
		if slices.Contains(unnamedInterfaces, m.name) {
			t.Errorf("%s.%s stands in %s, and the standard library looks for such a method: move it to %s", m.typ, m.name, m.file.path, m.receiver.path)
		}
		typ := types.NewPointer(s.done[m.file.folder()].Scope().Lookup(m.typ).Type())
		for name, i := range interfaces {
			object, _, _ := types.LookupFieldOrMethod(i, false, nil, m.name)
			if object != nil && types.Implements(typ, i) {
				t.Errorf("%s.%s stands in %s and makes the type a %s: move it to %s", m.typ, m.name, m.file.path, name, m.receiver.path)
			}
		}
	}
}

// standardInterfaces returns the interfaces with methods of what the library imports, by their names, and error.
func standardInterfaces(s *subset) map[string]*types.Interface {
	found := map[string]*types.Interface{"error": types.Universe.Lookup("error").Type().Underlying().(*types.Interface)}
	seen := make(map[*types.Package]bool)
	var walk func(p *types.Package)
	walk = func(p *types.Package) {
		if seen[p] {
			return
		}
		seen[p] = true
		for _, name := range p.Scope().Names() {
			typ, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !typ.Exported() || strings.HasPrefix(p.Path(), ImportPath) {
				continue
			}
			if i, ok := typ.Type().Underlying().(*types.Interface); ok && i.NumMethods() > 0 && i.IsMethodSet() {
				found[p.Path()+"."+name] = i
			}
		}
		for _, imported := range p.Imports() {
			walk(imported)
		}
	}
	for _, p := range s.done {
		walk(p)
	}
	return found
}
