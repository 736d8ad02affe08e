package runtimecopy

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite what the library exports, and the name of its surface")

// surfaceList has a line for each name that the library exports. A change of it is a change for everybody's generated code.
const surfaceList = "testdata/surface.txt"

// TestSurface holds the name of the surface to what the library exports.
func TestSurface(t *testing.T) {
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range l.files {
		if f.path == surfaceFile {
			continue
		}
		lines = append(lines, exports(t, path.Join("nact", f.folder()), f.source)...)
	}
	slices.Sort(lines)
	list := strings.Join(lines, "\n") + "\n"
	name := surfaceName(list)
	old, err := Surface()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		rewriteSurface(t, old, name, list)
		return
	}
	recorded, err := os.ReadFile(surfaceList)
	if err != nil {
		t.Fatal(err)
	}
	if string(recorded) != list || old != name {
		t.Errorf(`what the run-time library exports has changed, and the name of its surface, %s, has not:
%s
Generated code must not compile with it before it is generated again. So give the surface its name, and generate:

	go test ./internal/runtimecopy -run TestSurface -update
	go generate ./examples/... && go run ./cmd/nactgen generate --manifest bench/nact.yaml
	go test ./gen -run TestGenerate -update && go test ./golden -run TestCases -update`, old, changed(string(recorded), list))
	}
}

// surfaceName returns the name of the constant for a list of what is exported.
func surfaceName(list string) string {
	sum := sha256.Sum256([]byte(list))
	return fmt.Sprintf("GeneratedForSurface%X", sum[:4])
}

func rewriteSurface(t *testing.T, old, name, list string) {
	t.Helper()
	file := filepath.Join("..", "..", "nact", surfaceFile)
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.ReplaceAll(source, []byte(old), []byte(name)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(surfaceList, []byte(list), 0o666); err != nil {
		t.Fatal(err)
	}
}

// changed returns the lines that only one of two lists has.
func changed(old, list string) string {
	var b strings.Builder
	was, is := strings.Split(old, "\n"), strings.Split(list, "\n")
	for _, line := range was {
		if !slices.Contains(is, line) {
			b.WriteString("\t- " + line + "\n")
		}
	}
	for _, line := range is {
		if !slices.Contains(was, line) {
			b.WriteString("\t+ " + line + "\n")
		}
	}
	return b.String()
}

// exports returns what a file of a package exports: each name with its type, on one line, without names of receivers and parameters.
func exports(t *testing.T, pkg string, source []byte) []string {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.FileExports(syntax)
	ast.Inspect(syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			n.Recv = unnamed(n.Recv)
		case *ast.FuncType:
			n.Params, n.Results = unnamed(n.Params), unnamed(n.Results)
		}
		return true
	})
	var lines []string
	for _, decl := range syntax.Decls {
		for _, node := range exported(decl) {
			var b bytes.Buffer
			if err := printer.Fprint(&b, token.NewFileSet(), node); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, pkg+": "+strings.Join(strings.Fields(b.String()), " "))
		}
	}
	return lines
}

// unnamed returns receivers, parameters or results with their types alone.
func unnamed(list *ast.FieldList) *ast.FieldList {
	if list == nil {
		return nil
	}
	types := &ast.FieldList{}
	for _, field := range list.List {
		for range max(1, len(field.Names)) {
			types.List = append(types.List, &ast.Field{Type: field.Type})
		}
	}
	return types
}

// exported returns the declarations of single names that a declaration consists of. Constants in a group have the type of the
// one above them if they give none.
func exported(decl ast.Decl) []ast.Node {
	group, ok := decl.(*ast.GenDecl)
	if !ok {
		function := *decl.(*ast.FuncDecl)
		function.Body = nil
		return []ast.Node{&function}
	}
	var nodes []ast.Node
	var last ast.Expr
	for _, spec := range group.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			nodes = append(nodes, &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{spec}})
		case *ast.ValueSpec:
			if spec.Type != nil || spec.Values != nil {
				last = spec.Type
			}
			for i, name := range spec.Names {
				single := &ast.ValueSpec{Names: []*ast.Ident{name}, Type: last}
				if last == nil && spec.Values != nil {
					single.Values = spec.Values[i : i+1]
				}
				nodes = append(nodes, &ast.GenDecl{Tok: group.Tok, Specs: []ast.Spec{single}})
			}
		}
	}
	return nodes
}

// TestExports says which changes give the surface another name.
func TestExports(t *testing.T) {
	const before = `package x
type Call struct { Name string; hidden int }
func (c *Call) Do(name string) error { return nil }
func Make(a, b int) *Call { return nil }
const ( First Kind = iota; Second )
type Kind int
`
	tests := []struct {
		name, old, new string
		same           bool
	}{
		{"function", "func Make", "func More() {}\nfunc Make", false},
		{"parameter", "a, b int", "a, b int64", false},
		{"fewer parameters", "a, b int", "a int", false},
		{"result", "Do(name string) error", "Do(name string) (int, error)", false},
		{"field", "Name string;", "Name, Title string;", false},
		{"method", "func Make", "func (c Call) More() {}\nfunc Make", false},
		{"constant", "Second )", "Second; Third )", false},
		{"constant's type", "First Kind", "First int", false},
		{"name of a parameter", "a, b int", "x, y int", true},
		{"body", "return nil }", "panic(1) }", true},
		{"comment", "func Make", "// Make makes.\nfunc Make", true},
		{"field that is not exported", "hidden int", "hidden string", true},
		{"function that is not exported", "func Make", "func more() {}\nfunc Make", true},
	}
	list := func(source string) string {
		lines := exports(t, "x", []byte(source))
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			after := strings.Replace(before, tt.old, tt.new, 1)
			if after == before {
				t.Fatalf("the source has no %q", tt.old)
			}
			if same := surfaceName(list(after)) == surfaceName(list(before)); same != tt.same {
				t.Errorf("the same surface: %t, want %t\n%s", same, tt.same, changed(list(before), list(after)))
			}
		})
	}
}

// TestHandshake: code that was generated for another surface does not fit.
func TestHandshake(t *testing.T) {
	current, err := Surface()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{current, "GeneratedForSurface0BADC0DE"} {
		source := fmt.Sprintf("package service\n\nimport %q\n\nconst _ = nact.%s\n", importPath, name)
		_, err := copyFor(t, source)
		if (err == nil) != (name == current) {
			t.Errorf("generated code that names %s: %v", name, err)
		}
	}
}
