package naming

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestImportsAreReserved checks that no name of a package can be that of an import of any generated file.
func TestImportsAreReserved(t *testing.T) {
	names := newPackageSpace()
	for imported, file := range generatedImports(t) {
		if names.free(imported) {
			t.Errorf("%s imports a package %s, and a name can be that; add it to importNames", file, imported)
		}
	}
}

// generatedImports returns the names of the packages that the generated files of golden cases import, each with one of the files. Those
// of a command are not among them: it has no names of a manifest or a document.
func generatedImports(t *testing.T) map[string]string {
	t.Helper()
	cases, err := filepath.Glob("../../golden/testdata/cases/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("there are %d golden cases, error %v", len(cases), err)
	}
	imports := map[string]string{}
	for _, name := range cases {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "want/") || path.Ext(f.Name) != ".go" {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.ImportsOnly|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			if parsed.Name.Name == "main" || !ast.IsGenerated(parsed) {
				continue
			}
			for _, spec := range parsed.Imports {
				at, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				imported := path.Base(at)
				if spec.Name != nil {
					imported = spec.Name.Name
				}
				imports[imported] = name + " " + f.Name
			}
		}
	}
	return imports
}
