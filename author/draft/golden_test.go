package draft_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/author/format"
)

var update = flag.Bool("update", false, "rewrite the wanted drafts in testdata")

// TestDrafts drafts a tool for each operation of the documents in testdata, and compares the manifest with the file want beside it.
// None has an error; the second draft of the same is the same.
func TestDrafts(t *testing.T) {
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
			dir := t.TempDir()
			file := filepath.Join(dir, "openapi.yaml")
			if err := os.WriteFile(file, archive.Files[0].Data, 0o666); err != nil {
				t.Fatal(err)
			}
			service, ops := everything(t, file, dir)
			d := draft.New(service, ops)
			got := d.Text()
			for _, r := range d.Refused {
				got += "refused: " + r.Call + ": " + r.Reason + "\n"
			}
			if canonical, err := format.Format([]byte(d.Text())); err != nil || string(canonical) != d.Text() {
				t.Errorf("the draft is not in its canonical layout (%v):\n%s", err, diff.Diff("draft", []byte(d.Text()), "canonical", canonical))
			}
			for _, f := range check(t, dir, d.Text()) {
				if f.Rule != "no-examples" {
					got += "lint: " + line(d.Text(), f.Pos.Line) + ": " + f.Severity.String() + ": " + f.Message + "\n"
				}
			}
			got = strings.ReplaceAll(got, dir+string(filepath.Separator), "")
			if second := draft.New(service, ops).Text(); second != d.Text() {
				t.Error("the second draft is another one")
			}
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "want", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := diff.Diff("want", archive.Files[1].Data, "got", []byte(got)); d != nil {
				t.Errorf("%s", d)
			}
		})
	}
}
