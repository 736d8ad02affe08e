package deps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/exportdata"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestLeastGo: the run-time library, what stands beside it, and generated code need no newer Go than plan.LeastGo, neither of
// the language nor of the standard library. They become part of modules that are built with that version.
func TestLeastGo(t *testing.T) {
	testmode.Builds(t)
	least := minor(t, plan.LeastGo)
	newer := newerNames(t, least)
	if !newer["sync.WaitGroup.Go"] || !newer["reflect.TypeAssert"] || newer["sync.WaitGroup"] {
		t.Errorf("the API files of Go are read wrongly: %d names", len(newer))
	}
	packages := []string{module + "/nact/...", module + "/examples/..."}
	for _, e := range extensions() {
		packages = append(packages, module+"/"+e)
	}
	compiled, err := exportdata.Importer(packages...)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	config := types.Config{
		GoVersion: fmt.Sprintf("go1.%d", least),
		Importer:  compiled,
		Error:     func(err error) { t.Error(err) },
	}
	for _, p := range list(t, packages...) {
		info := types.Info{Uses: map[*ast.Ident]types.Object{}}
		config.Check(p.ImportPath, fset, parse(t, fset, p), &info)
		for at, object := range info.Uses {
			if name := apiName(object); newer[name] {
				t.Errorf("%s: %s is newer than Go 1.%d", fset.Position(at.Pos()), name, least)
			}
		}
	}
}

// minor returns the 24 of a version such as 1.24 or go1.24.1.
func minor(t *testing.T, version string) (minor int) {
	t.Helper()
	if _, err := fmt.Sscanf(strings.TrimPrefix(version, "go"), "1.%d", &minor); err != nil {
		t.Skipf("%s is no release of Go: %v", version, err)
	}
	return minor
}

// newerNames returns what the standard library has that Go 1.least had not, by the lists that come with Go: functions, types,
// variables and constants as reflect.TypeAssert, methods as sync.WaitGroup.Go.
func newerNames(t *testing.T, least int) map[string]bool {
	t.Helper()
	current := minor(t, runtime.Version())
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for v := least + 1; v <= current; v++ {
		api, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "api", fmt.Sprintf("go1.%d.txt", v)))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(api)) {
			if name := listedName(line); name != "" {
				names[name] = true
			}
		}
	}
	return names
}

var (
	listedMethod = regexp.MustCompile(`^pkg (\S+?)(?: \(\S+\))?, method \(\*?(\w+)[^)]*\) (\w+)`)
	listedMember = regexp.MustCompile(`^pkg \S+(?: \(\S+\))?, type \w+\S* (?:struct|interface), `)
	listedObject = regexp.MustCompile(`^pkg (\S+?)(?: \(\S+\))?, (?:func|type|var|const) (\w+)`)
)

// listedName returns the name that a line of an API list adds, or nothing where it adds a member to a type or deprecates something.
func listedName(line string) string {
	if m := listedMethod.FindStringSubmatch(line); m != nil {
		return m[1] + "." + m[2] + "." + m[3]
	}
	m := listedObject.FindStringSubmatch(line)
	if m == nil || listedMember.MatchString(line) || strings.Contains(line, "//deprecated") {
		return ""
	}
	return m[1] + "." + m[2]
}

// apiName returns the name of an object of another package as listedName does.
func apiName(object types.Object) string {
	if object.Pkg() == nil {
		return ""
	}
	function, ok := object.(*types.Func)
	if !ok || function.Signature().Recv() == nil {
		if object.Parent() != object.Pkg().Scope() {
			return "" // a field, or a local
		}
		return object.Pkg().Path() + "." + object.Name()
	}
	receiver := function.Signature().Recv().Type()
	if pointer, ok := receiver.(*types.Pointer); ok {
		receiver = pointer.Elem()
	}
	named, ok := receiver.(*types.Named)
	if !ok {
		return ""
	}
	return object.Pkg().Path() + "." + named.Obj().Name() + "." + object.Name()
}

// parse returns the files of a package that are no tests.
func parse(t *testing.T, fset *token.FileSet, p pkg) (files []*ast.File) {
	t.Helper()
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}
