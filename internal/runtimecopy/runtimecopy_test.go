package runtimecopy

import (
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

const importPath = "example.com/acme/internal/nact"

// TestCopyBuilds writes the copy into a module of its own and builds it there.
func TestCopyBuilds(t *testing.T) {
	testmode.Builds(t)
	dir := t.TempDir()
	write(t, dir, artifact.File{Path: "go.mod", Content: []byte("module example.com/acme\n\ngo " + plan.LeastGo + "\n")})
	for _, f := range files(t) {
		write(t, dir, f)
	}
	cmd := exec.Command("go", "vet", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath", "GOWORK=off", "GOPROXY=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet in the copy: %v\n%s", err, out)
	}
}

// TestComplete compares the copy with what the go tool takes for the library.
func TestComplete(t *testing.T) {
	cmd := exec.Command("go", "list", "-f", `{{$p := .ImportPath}}{{range .GoFiles}}{{$p}}/{{.}}{{"\n"}}{{end}}`, ImportPath+"/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for line := range strings.FieldsSeq(string(out)) {
		want = append(want, path.Join(Dir, strings.TrimPrefix(line, ImportPath)))
	}
	for _, f := range files(t) {
		got = append(got, f.Path)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the copy has the files\n%v\nthe library has\n%v", got, want)
	}
}

func TestFilesAreMarkedAndIndependent(t *testing.T) {
	for _, f := range files(t) {
		if !strings.HasPrefix(string(f.Content), header) {
			t.Errorf("%s does not begin with the header", f.Path)
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Content, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(imported, ".") && imported != importPath && !strings.HasPrefix(imported, importPath+"/") {
				t.Errorf("%s imports %s", f.Path, imported)
			}
		}
	}
}

func TestRewrite(t *testing.T) {
	const source = `// Package a is not ` + ImportPath + `.
package a

import (
	"fmt"

	"` + ImportPath + `"
	. "` + ImportPath + `/cel"
	nearby "` + ImportPath + `ural"
)

const s = "` + ImportPath + `"
`
	const want = header + `// Package a is not ` + ImportPath + `.
package a

import (
	"fmt"

	"example.com/x"
	. "example.com/x/cel"
	nearby "` + ImportPath + `ural"
)

const s = "` + ImportPath + `"
`
	got, err := rewrite("a.go", []byte(source), "example.com/x")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("rewrite:\n%s\nwant:\n%s", got, want)
	}
}

// everything returns a generated file that names all that the library exports.
func everything(t *testing.T) string {
	t.Helper()
	l, err := load()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("package service\n\nimport (\n")
	folders := slices.Sorted(maps.Keys(l.packages))
	for _, folder := range folders {
		fmt.Fprintf(&b, "\t%q\n", path.Join(importPath, folder))
	}
	b.WriteString(")\n\nvar _ = []any{\n")
	for _, folder := range folders {
		for _, name := range slices.Sorted(maps.Keys(l.packages[folder].declares)) {
			if token.IsExported(name) {
				fmt.Fprintf(&b, "\t%s.%s,\n", path.Base(path.Join("nact", folder)), name)
			}
		}
	}
	for _, m := range l.detached {
		fmt.Fprintf(&b, "\tx.%s,\n", m.name)
	}
	b.WriteString("}\n")
	return b.String()
}

// files returns the copy of the whole library.
func files(t *testing.T) []artifact.File {
	t.Helper()
	files, err := copyFor(t, everything(t))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// copyFor returns the copy for a service of the given generated files.
func copyFor(t *testing.T, generated ...string) ([]artifact.File, error) {
	t.Helper()
	c, err := New(importPath)
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range generated {
		syntax, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Use(syntax); err != nil {
			return nil, err
		}
	}
	return c.Files()
}

func write(t *testing.T, dir string, f artifact.File) {
	t.Helper()
	name := filepath.Join(dir, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, f.Content, 0o666); err != nil {
		t.Fatal(err)
	}
}
