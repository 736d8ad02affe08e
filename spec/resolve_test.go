package spec_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/spec"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the wanted output in testdata")

// TestResolve resolves the documents of testdata. The first file of each
// archive is the document, the file "want" what it resolves to, errors
// included. A line "overlay: FILE" of the comment changes the document by that
// overlay, and one "only: METHOD path" of the comment resolves that operation
// alone.
func TestResolve(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := resolveArchive(t, archive)
			want := len(archive.Files) - 1
			if archive.Files[want].Name != "want" {
				t.Fatal(`the last file must be "want"`)
			}
			if *update {
				archive.Files[want].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := diff.Diff("want", archive.Files[want].Data, "got", []byte(got)); d != nil {
				t.Errorf("%s\n%s", path, d)
			}
		})
	}
}

// resolveArchive writes the files of an archive out, resolves the first, and
// returns what it comes to.
func resolveArchive(t *testing.T, archive *txtar.Archive) string {
	dir := t.TempDir()
	for _, f := range archive.Files[:len(archive.Files)-1] {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d := newDumper(dir)
	var overlays []spec.Overlay
	for line := range strings.Lines(string(archive.Comment)) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "overlay: "); ok {
			overlays = append(overlays, spec.Overlay{Path: filepath.Join(dir, name)})
		}
	}
	doc, err := spec.Open(filepath.Join(dir, archive.Files[0].Name), overlays...)
	if err != nil {
		d.line(0, "open:", err.Error())
	} else {
		d.document(doc, wanted(doc, string(archive.Comment)))
	}
	return strings.ReplaceAll(d.String(), dir+"/", "")
}

func wanted(doc *spec.Document, comment string) []spec.Entry {
	entries := doc.Operations()
	for line := range strings.Lines(comment) {
		if only, ok := strings.CutPrefix(strings.TrimSpace(line), "only: "); ok {
			entries = slices.DeleteFunc(entries, func(e spec.Entry) bool { return e.Method+" "+e.Path != only })
		}
	}
	return entries
}

func (d *dumper) document(doc *spec.Document, entries []spec.Entry) {
	for _, o := range doc.Overlays() {
		for _, a := range o.Actions {
			d.line(0, "action", d.pos(a.Pos), a.Target, "selects", strconv.Itoa(a.Matches))
			if a.Doubt != "" {
				d.line(1, a.Doubt)
			}
		}
	}
	for _, err := range doc.Unlisted() {
		d.line(0, "unlisted:", err.Error())
	}
	schemes, err := doc.SecuritySchemes()
	if err != nil {
		d.line(0, "schemes:", err.Error())
	}
	for _, s := range schemes {
		d.line(0, "scheme", s.Name, s.Type, s.In, s.Param, s.Scheme, d.pos(s.Pos))
		for _, f := range s.Flows {
			d.line(1, f.Kind, f.TokenURL, strings.Join(f.Scopes, ","))
		}
	}
	operations, err := doc.Resolve(entries...)
	if err != nil {
		d.line(0, err.Error())
	}
	for _, op := range operations {
		d.operation(op)
	}
}
