package docdiff

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

var update = flag.Bool("update", false, "rewrite what the cases in testdata want")

// TestCases runs testdata/cases. A case edits copies of testdata/base: its files old.yaml, new.yaml and nact.yaml are
// edits, see edited; fields.yaml, an overlay, is laid beside them. Forward is the report if new.yaml comes in for old.yaml, and backward the one if old.yaml comes in for new.yaml.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			base, err := filepath.Abs("testdata/base")
			if err != nil {
				t.Fatal(err)
			}
			path, err := filepath.Abs(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			lay(t, base, archive)
			got := map[string]string{
				"forward":  compare(t, map[string]string{"api": "new.yaml"}, Options{}),
				"backward": compare(t, map[string]string{"api": "old.yaml"}, Options{Current: map[string]string{"api": "new.yaml"}}),
			}
			check(t, path, archive, got)
		})
	}
}

// lay writes the files that a case compares into the working folder.
func lay(t *testing.T, base string, archive *txtar.Archive) {
	t.Helper()
	manifest, old := read(t, filepath.Join(base, "nact.yaml")), read(t, filepath.Join(base, "old.yaml"))
	for _, f := range archive.Files {
		if f.Name == "old.yaml" {
			old = edited(t, old, string(f.Data))
		}
		if f.Name == "nact.yaml" {
			manifest = edited(t, manifest, string(f.Data))
		}
	}
	now := old
	for _, f := range archive.Files {
		if f.Name == "new.yaml" {
			now = edited(t, old, string(f.Data))
		}
	}
	files := map[string]string{"nact.yaml": manifest, "old.yaml": old, "new.yaml": now}
	for _, f := range archive.Files {
		if f.Name == "fields.yaml" {
			files[f.Name] = string(f.Data)
		}
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// edited applies edits: each is a line <<<, text that the base has once, a line ===, and what replaces it. The line breaks
// at the ends of both texts do not belong to them.
func edited(t *testing.T, text, edits string) string {
	t.Helper()
	for _, e := range strings.Split(edits, "<<<\n")[1:] {
		from, to, ok := strings.Cut(e, "\n===\n")
		to = strings.TrimSuffix(to, "\n")
		if n := strings.Count(text, from); !ok || n != 1 {
			t.Fatalf("%d times in the base:\n%s", n, from)
		}
		text = strings.Replace(text, from, to, 1)
	}
	return text
}

// compareFile compares what the tools of the manifest in a file use.
func compareFile(file string, replacements map[string]string, options Options) (*Report, diag.List) {
	m, found := manifest.Read(file)
	return Compare(m, found, replacements, options)
}

func compare(t *testing.T, replacements map[string]string, options Options) string {
	t.Helper()
	report, list := compareFile("nact.yaml", replacements, options)
	var b strings.Builder
	var err error
	if report == nil {
		b.WriteString("no report:\n")
		err = list.WriteText(&b, nil)
	} else {
		err = report.WriteText(&b)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// check holds the results against the files of the case, or rewrites those.
func check(t *testing.T, path string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	wanted := 0
	for i := range archive.Files {
		f := &archive.Files[i]
		text, ok := got[f.Name]
		if !ok {
			continue
		}
		wanted++
		if *update {
			f.Data = []byte(text)
		} else if string(f.Data) != text {
			t.Errorf("%s differs:\n%s", f.Name, diff.Diff("want", f.Data, "got", []byte(text)))
		}
	}
	if wanted != len(got) {
		t.Errorf("the case wants %d of %d results", wanted, len(got))
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
