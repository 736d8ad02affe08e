package gen

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// fixturePath is the import path of the package that the tests generate. Its files exist for the go command only, by
// way of its flag -overlay: nothing is written into the repository.
const (
	fixturePath = "github.com/nactgen/nactgen/gen/testdata"
	fixtureDir  = "testdata"
)

// runGo runs the go command on files as if they stood in fixtureDir, and returns what it prints.
func runGo(t testing.TB, files []File, args ...string) (output string, err error) {
	t.Helper()
	testmode.Builds(t)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	dir := t.TempDir()
	for _, f := range files {
		copied := filepath.Join(dir, strings.ReplaceAll(f.Path, "/", "_"))
		if err := os.WriteFile(copied, f.Content, 0o666); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(here, fixtureDir, filepath.FromSlash(f.Path))] = copied
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	args = append([]string{args[0], "-trimpath", "-overlay", overlayFile}, args[1:]...)
	out, err := exec.Command("go", append(args, "./"+path.Clean(fixtureDir))...).CombinedOutput()
	return string(out), err
}

// vet fails the test if go vet finds something in files.
func vet(t *testing.T, files []File) {
	t.Helper()
	if out, err := runGo(t, files, "vet"); err != nil {
		t.Fatalf("go vet: %v\n%s\n%s", err, out, numbered(files))
	}
}

// numbered returns the Go files with their lines numbered, to read what the go command complains about.
func numbered(files []File) string {
	var b strings.Builder
	for _, f := range files {
		b.WriteString("-- " + f.Path + " --\n" + string(f.Content))
	}
	return b.String()
}
