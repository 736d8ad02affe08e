package sculpt

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/plan"
)

func TestTarget(t *testing.T) {
	const tool = `
    outputs: {x: {description: A text., value: x}}
`
	outside := t.TempDir()
	for _, c := range []struct {
		name, section string
		options       Options
		want          plan.Target // without OutDir; without Faces it has that of N-ACT
		outDir        string      // below the manifest's folder, or absolute
	}{
		{name: "the folder is named after the service",
			want:   plan.Target{Dir: "teststools", Package: "teststools", ImportPath: "example.com/tests/teststools", RuntimePath: "example.com/tests/teststools/internal/nact", CopyRuntime: true},
			outDir: "teststools"},
		{name: "the package is named after the folder", section: "{dir: tools/My-Tools_2}",
			want:   plan.Target{Dir: "tools/My-Tools_2", Package: "mytools2", ImportPath: "example.com/tests/tools/My-Tools_2", RuntimePath: "example.com/tests/tools/My-Tools_2/internal/nact", CopyRuntime: true},
			outDir: "tools/My-Tools_2"},
		{name: "the package has a name of its own", section: "{dir: x, package: weather_tools}",
			want:   plan.Target{Dir: "x", Package: "weather_tools", ImportPath: "example.com/tests/x", RuntimePath: "example.com/tests/x/internal/nact", CopyRuntime: true},
			outDir: "x"},
		{name: "the run-time library is imported", section: "{dir: x, runtime: import}",
			want:   plan.Target{Dir: "x", Package: "x", ImportPath: "example.com/tests/x", RuntimePath: "github.com/nactgen/nactgen/nact"},
			outDir: "x"},
		{name: "the folder of the manifest", section: "{dir: ., package: here}",
			want:   plan.Target{Dir: ".", Package: "here", ImportPath: "example.com/tests", RuntimePath: "example.com/tests/internal/nact", CopyRuntime: true},
			outDir: "."},
		{name: "another face", section: "{dir: x, faces: [mcp]}",
			want:   plan.Target{Dir: "x", Package: "x", ImportPath: "example.com/tests/x", RuntimePath: "example.com/tests/x/internal/nact", CopyRuntime: true, Faces: face.Set{face.MCP}},
			outDir: "x"},
		{name: "two faces", section: "{dir: x, faces: [mcp, nact]}",
			want:   plan.Target{Dir: "x", Package: "x", ImportPath: "example.com/tests/x", RuntimePath: "example.com/tests/x/internal/nact", CopyRuntime: true, Faces: face.Set{face.MCP, face.NACT}},
			outDir: "x"},
		{name: "a stand-alone service", section: "{dir: x, module: example.com/acme/v2}",
			want:   plan.Target{Dir: "x", Package: "x", Module: "example.com/acme/v2", ImportPath: "example.com/acme/v2/x", RuntimePath: "example.com/acme/v2/internal/nact", CopyRuntime: true},
			outDir: "x"},
		{name: "options replace folder and module", section: "{dir: x}", options: Options{Module: "example.com/other", Out: outside},
			want:   plan.Target{Dir: "x", Package: "x", Module: "example.com/other", ImportPath: "example.com/other/x", RuntimePath: "example.com/other/internal/nact", CopyRuntime: true},
			outDir: outside},
	} {
		t.Run(c.name, func(t *testing.T) {
			section := ""
			if c.section != "" {
				section = "go: " + c.section
			}
			p := load(t, section+head+tool, c.options)
			want := c.want
			if want.Faces == nil {
				want.Faces = face.Default
			}
			if want.OutDir = c.outDir; !filepath.IsAbs(want.OutDir) {
				want.OutDir = filepath.Join(p.Folder, want.OutDir)
			}
			if !reflect.DeepEqual(p.Go, want) {
				t.Errorf("got  %+v\nwant %+v", p.Go, want)
			}
		})
	}
}

func TestModulePathProblem(t *testing.T) {
	for path, good := range map[string]bool{
		"example.com/acme/tools": true, "tools": true, "example.com/x/v2": true, "github.com/nactgen/nactgen-examples": true,
		"": false, "/x": false, "example.com//x": false, "example.com/x/": false, "example.com/a b": false, "example.com/x.": false,
		"example.com/../x": false, "example.com/.x": false, "example.com/x./y": false, "example.com/x/v1": false, "example.com/x/v0": false,
		"github.com/nactgen/nactgen": false, "github.com/nactgen/nactgen/x": false, "example.com/\nx": false,
	} {
		if problem := modulePathProblem(path); (problem == "") != good {
			t.Errorf("%q: %s", path, problem)
		}
	}
}

func TestPathInModule(t *testing.T) {
	for _, c := range []struct{ gomod, folder, want string }{
		{"module example.com/x\n", "/m/a/b", "example.com/x/a/b"},
		{"// a comment\n\nmodule \"example.com/x\" // another\n\ngo 1.26\n", "/m", "example.com/x"},
		{"go 1.26\n", "/m", ""},
		{"module example.com/x\n\ngo 1.24\n", "/m", "example.com/x"},
		{"module example.com/x\n\ngo 1.9\n", "/m", ""},
		{"module example.com/x\n", "/m/a b", ""},
		{"module example.com/x\n", "/m/ä", ""},
	} {
		got, err := pathInModule([]byte(c.gomod), "/m", c.folder)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s in %q: got %q, %v; want %q", c.folder, c.gomod, got, err, c.want)
		}
	}
}

// TestOwnLine holds which modules can import the run-time library: its own, and those that require it.
func TestOwnLine(t *testing.T) {
	for gomod, can := range map[string]bool{
		"module github.com/nactgen/nactgen\n": true, "module x\nrequire github.com/nactgen/nactgen v0.1.0\n": true,
		"module x\nrequire (\n\tgithub.com/nactgen/nactgen v0.1.0 // indirect\n)\n": true,
		"module x\n": false, "module x\nrequire github.com/nactgen/nactgen-examples v0.1.0\n": false,
		"module x\nreplace github.com/nactgen/nactgen => ../nactgen\n": false, "module github.com/nactgen/nactgen/x\n": false,
	} {
		if got := ownLine.MatchString(gomod); got != can {
			t.Errorf("%q: got %t", gomod, got)
		}
	}
}

func TestNoModule(t *testing.T) {
	dir := t.TempDir()
	if _, err := os.Stat(filepath.Join(filepath.Dir(dir), "go.mod")); err == nil {
		t.Skip("the folder for temporary files is in a Go module")
	}
	if path, _, err := surroundingPath(inputs.Tree{}, dir); err == nil {
		t.Errorf("%s has the import path %s", dir, path)
	}
}
