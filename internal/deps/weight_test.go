package deps

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/internal/testmode"
)

var update = flag.Bool("update", false, "write testdata/links.txt")

// TestArchives: no package compiles to more than it says. One that mentions a type of a library with large generic types, even
// in an unexported member, compiles them once more, and so does each that imports it: that shows here before it shows in minutes.
func TestArchives(t *testing.T) {
	testmode.Builds(t)
	const most = 5 << 20
	larger := map[string]int64{
		"gen":             9 << 20, // printers: calls of jennifer, inlined
		"nact/upstream":   6 << 20, // all that a call can need; a service copies the files of it that it uses
		"sculpt/manifest": 8 << 20, // readers and forms of each key, for nodes of YAML
		"sculpt/value":    6 << 20, // types of cel-go, by the scopes of expressions
	}
	for _, p := range list(t, "-export", "./...") {
		if p.Export == "" { // nothing but tests
			continue
		}
		archive, err := os.Stat(p.Export)
		if err != nil {
			t.Fatal(err)
		}
		limit := int64(most)
		if own, ok := larger[strings.TrimPrefix(p.ImportPath, module+"/")]; ok {
			limit = own
		}
		if archive.Size() > limit {
			t.Errorf("%s is an archive of %d KiB; at most %d are expected", p.ImportPath, archive.Size()>>10, limit>>10)
		}
	}
}

// TestLinks compares which of the modules that go.mod names each package links, directly or by others, with
// testdata/links.txt. A package that gets one more makes all that import it wait for that: see whether it has to.
// With -update it writes the file.
func TestLinks(t *testing.T) {
	var b strings.Builder
	named := required(t)
	linked := map[string][]string{}               // by import path
	for _, p := range list(t, "-deps", "./...") { // what a package imports comes before it
		var modules []string
		if p.Module != nil && slices.Contains(named, p.Module.Path) {
			modules = append(modules, p.Module.Path)
		}
		for _, imported := range p.Imports {
			modules = append(modules, linked[imported]...)
		}
		slices.Sort(modules)
		linked[p.ImportPath] = slices.Compact(modules)
		if dir, own := strings.CutPrefix(p.ImportPath, module+"/"); own {
			fmt.Fprintln(&b, strings.TrimSpace(dir+": "+strings.Join(linked[p.ImportPath], " ")))
		}
	}
	lines := slices.Sorted(strings.Lines(b.String()))
	got, file := []byte(strings.Join(lines, "")), filepath.Join("testdata", "links.txt")
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff.Diff("allowed", want, "linked", got); d != nil {
		t.Errorf("packages link other modules; if they have to, go test ./internal/deps -run TestLinks -update\n%s", d)
	}
}

// TestModels: no package, and no test, loads the models of libopenapi that take a minute to compile.
func TestModels(t *testing.T) {
	testmode.Builds(t)
	for _, p := range list(t, "-test", "-deps", "./...") {
		switch strings.TrimPrefix(p.ImportPath, "github.com/pb33f/libopenapi/") {
		case "datamodel/high/v3", "datamodel/high/v2", "datamodel/high/arazzo", "what-changed":
			t.Errorf("%s is loaded; spec reads documents by the low models", p.ImportPath)
		}
	}
}

// required returns the modules that go.mod names for this module's own sake.
func required(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); strings.HasPrefix(line, "\t") && !strings.Contains(line, "// indirect") {
			named = append(named, fields[0])
		}
	}
	return named
}
