package golden

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/sculpt/diag"
)

var update = flag.Bool("update", false, "rewrite what the cases want")

// A case is a file of testdata. What its name starts with one of these is wanted output; everything else is input.
const (
	wantDir      = "want/"
	callsDir     = "calls/"
	findingsFile = "findings"
)

// goldenCase is one txtar file.
type goldenCase struct {
	name    string
	path    string
	archive *txtar.Archive
}

// readCases reads the files of a folder of testdata.
func readCases(t *testing.T, folder string) []*goldenCase {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(here, "testdata", folder, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no cases in %s: %v", folder, err)
	}
	cases := make([]*goldenCase, len(files))
	for i, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases[i] = &goldenCase{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), path: file, archive: archive}
	}
	return cases
}

// isInput reports whether a file of a case is there before anything runs.
func isInput(name string) bool {
	return !strings.HasPrefix(name, wantDir) && !strings.HasPrefix(name, callsDir) && !strings.HasPrefix(name, seenDir) && name != findingsFile
}

// write writes the input files into dir.
func (c *goldenCase) write(t *testing.T, dir string) {
	t.Helper()
	for _, f := range c.archive.Files {
		if isInput(f.Name) {
			writeFile(t, filepath.Join(dir, filepath.FromSlash(f.Name)), f.Data)
		}
	}
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// under returns the files whose names start with prefix.
func (c *goldenCase) under(prefix string) []*txtar.File {
	var files []*txtar.File
	for i := range c.archive.Files {
		if strings.HasPrefix(c.archive.Files[i].Name, prefix) {
			files = append(files, &c.archive.Files[i])
		}
	}
	return files
}

// file returns the file of that name, or nil.
func (c *goldenCase) file(name string) *txtar.File {
	for _, f := range c.under(name) {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// expect compares a wanted file with what came out, or takes that over.
func (c *goldenCase) expect(t *testing.T, want *txtar.File, got []byte) {
	t.Helper()
	if len(got) > 0 && !bytes.HasSuffix(got, []byte("\n")) {
		got = append(bytes.Clone(got), '\n')
	}
	switch {
	case *update:
		want.Data = got
	case !bytes.Equal(want.Data, got):
		t.Errorf("%s of %s differs; run the test with -update if this is right\n%s", want.Name, c.name, diff.Diff("want", want.Data, "got", got))
	}
}

// save rewrites the case with what the tests took over.
func (c *goldenCase) save(t *testing.T) {
	t.Helper()
	if !*update || t.Failed() {
		return
	}
	if err := os.WriteFile(c.path, txtar.Format(c.archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

// render writes findings as the lint command does.
func render(t *testing.T, list diag.List) []byte {
	t.Helper()
	var b bytes.Buffer
	source := func(file string) []byte {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil // the finding then stands without its line
		}
		return data
	}
	if err := list.WriteText(&b, source); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
