package rerun_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/rerun"
	"github.com/nactgen/nactgen/sculpt"
)

// project are the files of a manifest that leads to one of each kind.
var project = map[string]string{
	"go.mod": "module example.com/acme\n\ngo 1.26\n",
	"svc/nact.yaml": `nact: 1
service: {name: tracker}
go: {dir: tracker}
include: [parts/*.yaml]
tables: {places: {file: places.csv}}
tools:
  count_issues:
    description: Count the issues that nobody has solved.
    steps: {issues: {call: api.list_issues}}
    outputs: {count: {name: Count, type: int, description: How many there are., value: "${steps.issues.body}"}}
    examples:
      - {name: three, upstream: {issues: {file: three.json}}, outputs: {count: 3}}
`,
	"svc/parts/upstreams.yaml": "upstreams: {api: {openapi: ../api.yaml, overlay: ../fields.yaml, server: \"https://tracker.example\"}}\n",
	"svc/places.csv":           "name,code\nOmaha,OAX\n",
	"svc/three.json":           "3",
	"svc/api.yaml": `openapi: 3.1.0
info: {title: Tracker, version: "1"}
paths: {/issues: {$ref: issues.yaml}}
`,
	"svc/fields.yaml": "overlay: 1.1.0\ninfo: {title: x, version: \"1\"}\nactions: [{target: $.info, update: {description: Issues.}}]\n",
	"svc/issues.yaml": `get: {operationId: list_issues, responses: {"200": {description: x, content: {application/json: {schema: {type: integer}}}}}}
`,
}

// lay writes the files of the project, and returns its folder, in which the test works from then on.
func lay(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range project {
		write(t, filepath.Join(dir, name), text)
	}
	cache := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	t.Chdir(dir)
	return dir
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

const manifest = "svc/nact.yaml"

// tree is that of the project as it is now.
func tree(t *testing.T) inputs.Tree {
	t.Helper()
	files, err := inputs.Around(manifest)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var said = rerun.Output{Findings: "warning: x\n", Result: "nothing to do\n"}

// generate runs and remembers it.
func generate(t *testing.T, m *rerun.Memory) {
	t.Helper()
	trace := inputs.NewTrace()
	r, err := pipeline.Run(manifest, pipeline.Options{Options: sculpt.Options{}, Files: tree(t).WithTrace(trace), Until: pipeline.Apply})
	if err != nil || r.Checked == nil {
		t.Fatal(err, r.Findings)
	}
	m.Keep(trace, r.Changes, said)
}

// TestUnchanged changes one thing after another. None may be overlooked; once it is taken back, the run is known again.
func TestUnchanged(t *testing.T) {
	dir := lay(t)
	if err := os.Mkdir(".git", 0o777); err != nil {
		t.Fatal(err)
	}
	m := rerun.Open("words")
	if m == nil {
		t.Fatal("nothing can be remembered")
	}
	if _, unchanged := m.Unchanged(tree(t)); unchanged {
		t.Fatal("what never ran is unchanged")
	}
	generate(t, m)
	known := func(what string, want bool) {
		t.Helper()
		got, unchanged := rerun.Open("words").Unchanged(tree(t))
		if unchanged != want || unchanged && got != said {
			t.Errorf("%s: unchanged is %t, %q", what, unchanged, got)
		}
	}
	known("at once", true)

	edit := func(name string) (do, undo func()) {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		// The size and the time stay as they were.
		other := strings.Replace(string(text), string(text[len(text)-1:]), " ", 1)
		do = func() {
			write(t, file, other)
			if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		}
		return do, func() { write(t, file, string(text)) }
	}
	for _, name := range []string{
		"go.mod", "svc/nact.yaml", "svc/parts/upstreams.yaml", "svc/places.csv", "svc/three.json", "svc/api.yaml", "svc/fields.yaml", "svc/issues.yaml",
		"svc/tracker/service.go", "svc/tracker/nactgen.sum", "svc/tracker/internal/nact/opt.go",
	} {
		do, undo := edit(name)
		do()
		known(name+" edited", false)
		undo()
		known(name+" as before", true)
	}
	for _, name := range []string{"svc/nact.lock", "svc/go.mod", "svc/tracker/go.mod", "svc/parts/more.yaml", "svc/tracker/old.go", "svc/tracker/internal/nact/x.go"} {
		write(t, name, "")
		known(name+" is new", false)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		known(name+" is gone again", true)
	}
	for _, name := range []string{"svc/three.json", "svc/parts/upstreams.yaml", "svc/tracker/service.go", "svc/tracker"} {
		aside := filepath.Join(dir, "aside")
		if err := os.Rename(name, aside); err != nil {
			t.Fatal(err)
		}
		known(name+" is gone", false)
		if err := os.Symlink(aside, name); err != nil {
			t.Fatal(err)
		}
		if name != "svc/tracker" && name != "svc/three.json" {
			known(name+" is a link", false)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(aside, name); err != nil {
			t.Fatal(err)
		}
		known(name+" is back", true)
	}
	if err := os.Rename(".git", "svc/.git"); err != nil {
		t.Fatal(err)
	}
	known("the manifest has a repository of its own", true) // it leads to nothing outside; the command asks with the folder of the tree

	if _, unchanged := rerun.Open("other", "words").Unchanged(tree(t)); unchanged {
		t.Error("another command line is unchanged")
	}
	t.Chdir("svc")
	if _, unchanged := rerun.Open("words").Unchanged(inputs.Tree{}); unchanged {
		t.Error("another working folder is unchanged")
	}
}

// TestKeep: what would say something else when it comes again is forgotten, and so is what cannot be asked again.
func TestKeep(t *testing.T) {
	for name, prepare := range map[string]func(){
		"a file was removed": func() {
			write(t, "svc/tracker/old.go", "// Code generated by nactgen from nact.yaml; DO NOT EDIT.\n\npackage tracker\n")
		},
		"two names are one file": func() {
			if err := os.Link("svc/parts/upstreams.yaml", "svc/parts/same.yaml"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			lay(t)
			m := rerun.Open()
			generate(t, m)
			if _, unchanged := m.Unchanged(tree(t)); !unchanged {
				t.Fatal("it was not remembered to begin with")
			}
			prepare()
			generate(t, m)
			if _, unchanged := m.Unchanged(tree(t)); unchanged {
				t.Error("it is remembered")
			}
		})
	}
}

// TestNothingIsRemembered: whatever stands in the memory that is none, the run is not known.
func TestNothingIsRemembered(t *testing.T) {
	lay(t)
	m := rerun.Open()
	generate(t, m)
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(cache, "nactgen", "runs", "*"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	for _, text := range []string{"", "{", "{}", "[]", `{"Left":{"Dir":"svc/tracker"}}`} {
		write(t, found[0], text)
		if _, unchanged := m.Unchanged(tree(t)); unchanged {
			t.Errorf("%q is a run", text)
		}
	}
	if _, unchanged := (*rerun.Memory)(nil).Unchanged(tree(t)); unchanged {
		t.Error("no memory remembers a run")
	}
}
