package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// eachFile calls f for the files of Go in a folder of this module and in those below it, without tests.
func eachFile(t *testing.T, dir string, f func(path string, file *ast.File, position func(ast.Node) token.Position)) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(filepath.Join(root, filepath.FromSlash(dir)), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && entry.Name() != "." && entry.Name() != "..") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		f(filepath.ToSlash(relative), parsed, func(n ast.Node) token.Position { return files.Position(n.Pos()) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// methodReceivers returns the types of a package that have a method, sorted.
func methodReceivers(t *testing.T, dir, method string) []string {
	t.Helper()
	var names []string
	eachFile(t, dir, func(_ string, file *ast.File, _ func(ast.Node) token.Position) {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == method {
				names = append(names, typeName(f.Recv.List[0].Type))
			}
		}
	})
	slices.Sort(names)
	return names
}

// typeName returns the name of a type without its package.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && x.Name == "plan" {
			return e.Sel.Name
		}
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	}
	return ""
}
