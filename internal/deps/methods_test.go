package deps

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"testing"
)

// TestFewMethods: a type with more methods than anybody keeps in mind is several.
func TestFewMethods(t *testing.T) {
	const most = 40
	methods := map[string]int{} // by folder and type
	eachFile(t, ".", func(path string, file *ast.File, _ func(ast.Node) token.Position) {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					methods[filepath.Dir(path)+"."+typeName(d.Recv.List[0].Type)]++
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if spec, ok := spec.(*ast.TypeSpec); ok {
						if i, ok := spec.Type.(*ast.InterfaceType); ok {
							methods[filepath.Dir(path)+"."+spec.Name.Name] += len(i.Methods.List)
						}
					}
				}
			}
		}
	})
	if len(methods) < 100 {
		t.Fatalf("only %d types with methods were found", len(methods))
	}
	for name, count := range methods {
		if count > most {
			t.Errorf("%s has %d methods, and no type has more than %d", name, count, most)
		}
	}
}
