package deps

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// longTools are generated files of which a function may branch more: a tool is one function that does what its manifest says, step by step, and
// branches as often as that. Nobody writes it, and it is read along the manifest.
var longTools = []string{"examples/clinic/clinictools/book_appointment.go"}

// TestComplexity: no function has more than 20 ways through it, counted as McCabe does: one, and one for each if, loop, case, && and ||.
func TestComplexity(t *testing.T) {
	const most = 20
	functions := 0
	long := map[string]bool{}
	eachFile(t, ".", func(path string, file *ast.File, position func(ast.Node) token.Position) {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			functions++
			ways := complexity(f)
			switch {
			case ways <= most:
			case ast.IsGenerated(file) && strings.HasPrefix(path, "examples/"):
				long[path] = true
			default:
				t.Errorf("%s: %s has %d ways through it, and no function has more than %d", position(f), f.Name.Name, ways, most)
			}
		}
	})
	if functions < 5000 {
		t.Fatalf("only %d functions were found", functions)
	}
	for _, path := range longTools {
		if !long[path] {
			t.Errorf("%s has no long function any more", path)
		}
		delete(long, path)
	}
	for path := range long {
		t.Errorf("%s has a function with more than %d ways through it, and is none of those that may", path, most)
	}
}

// complexity is how many ways there are through a function.
func complexity(f *ast.FuncDecl) int {
	ways := 1
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			ways++
		case *ast.CaseClause:
			if n.List != nil {
				ways++
			}
		case *ast.CommClause:
			if n.Comm != nil {
				ways++
			}
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				ways++
			}
		}
		return true
	})
	return ways
}
