// Package deps holds the tests that keep the dependencies of this module few
// and its layers apart. It has no other code.
package deps

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/extension"
	"github.com/nactgen/nactgen/internal/lists"
)

const module = "github.com/nactgen/nactgen"

// pkg is what go list says of a package.
type pkg struct {
	ImportPath string
	Standard   bool
	Imports    []string
	Module     *struct{ Path string }
	Dir        string
	GoFiles    []string
	Export     string // the file of its export data, with -export
}

// list runs go list in the root of the module.
func list(t *testing.T, args ...string) []pkg {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Standard,Imports,Module,Dir,GoFiles,Export"}, args...)...)
	cmd.Dir = filepath.Join("..", "..")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	var packages []pkg
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

// modules returns the other modules that packages are of, sorted, each once.
func modules(packages []pkg) []string {
	var found []string
	for _, p := range packages {
		if p.Module != nil && p.Module.Path != module {
			found = append(found, p.Module.Path)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// TestAllowedModules compares the modules that are linked with the lists in
// testdata. A new dependency is a decision: add it there with its reason.
func TestAllowedModules(t *testing.T) {
	tests := []struct {
		name, file string
		args       []string
	}{
		{"the command", "nactgen.txt", []string{"-deps", "-tags=urfave_cli_no_docs", "./cmd/nactgen"}},
		{"the command with all its tags", "default-tags.txt", []string{"-deps", "./cmd/nactgen"}},
		{"tests", "tests.txt", []string{"-deps", "-test", "./..."}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := allowed(t, tt.file)
			got := modules(list(t, tt.args...))
			for _, m := range got {
				if !slices.Contains(want, m) {
					t.Errorf("%s is linked, but not in testdata/%s", m, tt.file)
				}
			}
			for _, m := range want {
				if !slices.Contains(got, m) {
					t.Errorf("%s is in testdata/%s, but not linked", m, tt.file)
				}
			}
		})
	}
}

// allowed reads a list: one module a line, and after a # why. A line "+ other.txt" includes another list.
func allowed(t *testing.T, file string) []string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(content)) {
		entry, reason, _ := strings.Cut(strings.TrimSpace(line), "#")
		entry = strings.TrimSpace(entry)
		if other, ok := strings.CutPrefix(entry, "+ "); ok {
			found = append(found, allowed(t, other)...)
			continue
		}
		if entry == "" {
			continue
		}
		if strings.TrimSpace(reason) == "" {
			t.Errorf("testdata/%s: %s stands without a reason", file, entry)
		}
		found = append(found, entry)
	}
	return found
}

// TestRuntimeIsSelfContained: what is copied into services needs the standard library and itself.
func TestRuntimeIsSelfContained(t *testing.T) {
	for _, p := range list(t, "-deps", "./nact/...") {
		if !p.Standard && !within(p.ImportPath, "nact") {
			t.Errorf("the run-time library depends on %s", p.ImportPath)
		}
	}
}

// extensions returns the folders of the packages that stand beside the run-time library.
func extensions() []string {
	return lists.Map(extension.All, func(e *extension.Extension) string { return e.Package })
}

// TestExtensionsAreApart: an extension needs of this module what is copied along with it, of other modules those that it lists, and all of these.
func TestExtensionsAreApart(t *testing.T) {
	for _, e := range extension.All {
		unused := slices.Concat(e.Requires, e.Indirect)
		listed := slices.Clone(unused)
		for _, p := range list(t, "-deps", "./"+e.Package) {
			if _, own := strings.CutPrefix(p.ImportPath, module+"/"); own && !within(p.ImportPath, "nact") && !within(p.ImportPath, e.Package) {
				t.Errorf("%s depends on %s", e.Package, p.ImportPath)
			}
			of := func(m string) bool { return p.ImportPath == m || strings.HasPrefix(p.ImportPath, m+"/") }
			if !p.Standard && !strings.HasPrefix(p.ImportPath, module+"/") && !slices.ContainsFunc(listed, of) {
				t.Errorf("%s depends on %s, of a module that internal/extension does not list", e.Package, p.ImportPath)
			}
			unused = slices.DeleteFunc(unused, of)
		}
		if len(unused) > 0 {
			t.Errorf("%s needs none of the modules %v, which internal/extension lists", e.Package, unused)
		}
	}
}

// TestMountedServices: a service that another program serves links nothing of what makes a program of one.
func TestMountedServices(t *testing.T) {
	for _, p := range list(t, "-deps", "./examples/nws/nwstools", "./examples/clinic/clinictools", "./bench/benchtools") {
		switch p.ImportPath {
		case "flag", "os/signal", "testing", module + "/nact/server", module + "/nact/nacttest":
			t.Errorf("a mounted service links %s", p.ImportPath)
		}
	}
}

// TestLayers: arrows point one way, cmd to gen to sculpt to spec, and from what stands around the compiler into it.
func TestLayers(t *testing.T) {
	tests := []struct{ from, to string }{
		{"spec", "sculpt"},
		{"spec", "gen"},
		{"spec", "cmd"},
		{"spec", "internal/artifact"}, // but inputs, which reads its files, and depends on nothing
		{"spec", "internal/output"},
		{"spec", "internal/pipeline"},
		{"spec", "internal/runtimecopy"},
		{"spec", "internal/demo"},
		{"internal/inputs", "spec"},
		{"internal/inputs", "sculpt"},
		{"sculpt", "gen"},
		{"sculpt", "cmd"},
		{"sculpt", "author"}, // what is made of a checked manifest, or leads to one, stands around the compiler
		{"sculpt", "review"},
		{"sculpt", "view"},
		{"sculpt", "arazzo"},
		{"versions", "sculpt/plan"},
		{"versions", "spec"},
		{"author", "review"},
		{"author", "view"},
		{"author", "arazzo"},
		{"view", "author"},
		{"view", "review"},
		{"review", "author"},
		{"review", "arazzo"},
		{"sculpt", "templates"},
		{"sculpt", "internal/output"},
		{"sculpt", "internal/runtimecopy"},
		{"gen", "spec"}, // but for what a plan holds
		{"gen", "cmd"},
		{"gen", "nact/cel"}, // of the run-time library, a plan holds signatures
		{"gen", "nact/endpoint"},
		{"gen", "nact/server"},
		{"gen", "nact/upstream"},
		{"gen", "internal/output"},
		{"templates", "sculpt"},
		{"templates", "gen"},
		{"internal/output", "sculpt"},
		{"internal/output", "gen"},
		{"internal/runtimecopy", "sculpt"},
		{"internal/runtimecopy", "gen"},
	}
	packages := list(t, "./...")
	for _, tt := range tests {
		t.Run(tt.from+" to "+tt.to, func(t *testing.T) {
			for _, p := range packages {
				for _, imported := range p.Imports {
					if within(p.ImportPath, tt.from) && within(imported, tt.to) {
						t.Errorf("%s imports %s", p.ImportPath, imported)
					}
				}
			}
		})
	}
}

// TestFewImports: what others import by itself, or decides what is published, needs little of this module.
func TestFewImports(t *testing.T) {
	tests := []struct {
		from string
		may  []string
	}{
		{"versions/sigdiff", []string{"nact", "nact/jsontext"}},
		{"sculpt/diag", []string{"internal/invisible"}},
		{"versions/lock", []string{"versions/sigdiff", "internal/inputs", "nact", "nact/jsonscan", "nact/jsontext", "sculpt/diag"}},
	}
	packages := list(t, "./...")
	for _, tt := range tests {
		t.Run(tt.from, func(t *testing.T) {
			for _, p := range packages {
				if !within(p.ImportPath, tt.from) {
					continue
				}
				for _, imported := range p.Imports {
					dir, own := strings.CutPrefix(imported, module+"/")
					if own && !slices.Contains(tt.may, dir) {
						t.Errorf("%s imports %s; of this module only %v may be", p.ImportPath, imported, tt.may)
					}
				}
			}
		})
	}
}

// TestPrintersNeedThePlan: what a plan says is all that the emitter knows of the checker. The packages that decide and
// those that read CEL and OpenAPI are not linked into it.
func TestPrintersNeedThePlan(t *testing.T) {
	for _, p := range list(t, "./gen/...") {
		for _, imported := range p.Imports {
			if within(imported, "sculpt") && !within(imported, "sculpt/plan") && !within(imported, "sculpt/ir") && !within(imported, "sculpt/face") && !within(imported, "sculpt/program") {
				t.Errorf("%s imports %s; of sculpt only plan, ir, face and program may be", p.ImportPath, imported)
			}
		}
	}
	for _, linked := range modules(list(t, "-deps", "./gen/...")) {
		if linked != "github.com/dave/jennifer" {
			t.Errorf("gen links %s", linked)
		}
	}
}

// TestContainedModules: some modules are known in one place only, so that another could take their place.
func TestContainedModules(t *testing.T) {
	tests := []struct {
		path string
		only []string
	}{
		{"github.com/pb33f/libopenapi", []string{"spec"}},
		{"go.yaml.in/yaml/v4", []string{"spec", "sculpt/manifest", "author/edit", "author/format", "arazzo"}},
		{"gopkg.in/yaml.v3", []string{"spec"}},
		{"github.com/dave/jennifer", []string{"gen"}},
		{"github.com/urfave/cli", []string{"cmd/nactgen"}},
		{"cel.dev/cel-go", []string{"sculpt/expr", "internal/exprtest"}},
		{"github.com/getkin/kin-openapi", nil}, // its tests import it
		{"github.com/go-jose/go-jose/v4", []string{"nactoidc"}},
		{"github.com/redis/go-redis/v9", []string{"nactredis", "internal/redistest"}},
		{"go.opentelemetry.io/otel", []string{"nactotel"}},
		{"go.opentelemetry.io/proto", []string{"internal/oteltest"}},
	}
	packages := list(t, "./...")
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			for _, p := range packages {
				if !slices.ContainsFunc(p.Imports, func(s string) bool { return s == tt.path || strings.HasPrefix(s, tt.path+"/") }) {
					continue
				}
				if !slices.ContainsFunc(tt.only, func(dir string) bool { return within(p.ImportPath, dir) }) {
					t.Errorf("%s imports %s; only %v may", p.ImportPath, tt.path, tt.only)
				}
			}
		})
	}
}

// TestTestPackages: what only tests need is in packages that only tests import. What they need of each other is theirs.
func TestTestPackages(t *testing.T) {
	only := []string{"internal/redistest", "internal/issuertest", "internal/storetest", "internal/exprtest", "internal/exportdata", "internal/versus", "internal/wholetest"}
	isOne := func(path string) bool {
		return slices.ContainsFunc(only, func(dir string) bool { return within(path, dir) })
	}
	found := 0
	for _, p := range list(t, "./...") {
		if isOne(p.ImportPath) {
			found++
			continue
		}
		for _, imported := range p.Imports {
			if isOne(imported) {
				t.Errorf("%s imports %s, which is for tests", p.ImportPath, imported)
			}
		}
	}
	if found < len(only) {
		t.Errorf("%d packages of %v are there", found, only)
	}
}

// within reports whether an import path is the package dir of this module or below it.
func within(importPath, dir string) bool {
	path, own := strings.CutPrefix(importPath, module+"/")
	return own && (path == dir || strings.HasPrefix(path, dir+"/"))
}
