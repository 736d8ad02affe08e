// Package hostile holds, for tests, texts such as nobody should put into a manifest or a document, and a check of the Go
// that was made of them.
package hostile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// Texts try to leave a comment, a string or an identifier, or to be more than text to a tool.
var Texts = []string{
	"*/ func init() { panic(1) } /*",
	"\nfunc init() { panic(1) }",
	"\r\nfunc init() { panic(1) }",
	"// x\nfunc init() { panic(1) }",
	"/* x */ func init() { panic(1) }",
	"go:generate rm -rf /",
	"//go:generate rm -rf /",
	"\n//go:embed secret\n",
	"//line other.go:1",
	"+build ignore",
	"x\"; func init() { panic(1) }; var y = \"",
	"x`; func init() { panic(1) }; var y = `",
	"x; func init() { panic(1) }",
	"a\u2028b\u2029c\u0085d\x0be",
	"\u202ereversed\u202c \u2066isolated\u2069",
	"zero\x00byte, \ufeffmark, \xff\xfe bytes",
	"${inputs.x} %s %d {{.X}}",
	"Deprecated: do not use.",
}

// Declarations returns the names that source declares. It fails the test if a comment is a directive or a line holds
// what a reader cannot see.
func Declarations(t *testing.T, source string) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if !strings.HasPrefix(c.Text, "// ") && !strings.HasPrefix(c.Text, "//\t") && c.Text != "//" {
				t.Errorf("the comment %q may be a directive", c.Text)
			}
		}
	}
	if i := strings.IndexFunc(source, invisible); i >= 0 {
		t.Errorf("the source holds %q", source[i:min(i+8, len(source))])
	}
	var names []string
	for _, d := range file.Decls {
		names = append(names, declared(d)...)
	}
	return strings.Join(names, " ")
}

func invisible(r rune) bool {
	return r == '\r' || r == '\ufeff' || r == '\u2028' || r == '\u2029' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r < ' ' && r != '\n' && r != '\t'
}

func declared(d ast.Decl) []string {
	if f, ok := d.(*ast.FuncDecl); ok {
		if f.Recv != nil {
			return nil
		}
		return []string{f.Name.Name}
	}
	var names []string
	for _, spec := range d.(*ast.GenDecl).Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, spec.Name.Name)
		case *ast.ValueSpec:
			for _, id := range spec.Names {
				names = append(names, id.Name)
			}
		}
	}
	return names
}
