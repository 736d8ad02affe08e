package gen

import (
	"bytes"
	"flag"
	"os"
	"reflect"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGenerate compares what is generated of a usual plan with testdata/weather.txtar, and compiles it.
func TestGenerate(t *testing.T) {
	files, err := Generate(ready(weatherPlan()))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Generate(ready(weatherPlan()))
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(files, again) {
		t.Error("the same plan does not give the same files")
	}
	golden(t, "testdata/weather.txtar", files)
	vet(t, files)
}

// golden compares files with the archive at path.
func golden(t *testing.T, path string, files []File) {
	t.Helper()
	archive := new(txtar.Archive)
	for _, f := range files {
		archive.Files = append(archive.Files, txtar.File{Name: f.Path, Data: f.Content})
	}
	got := txtar.Format(archive)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("run the test with -update if this is right:\n%s", diff.Diff(path, want, "generated", got))
	}
}
