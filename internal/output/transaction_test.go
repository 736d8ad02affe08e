package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRollback makes the last of several changes fail and looks whether the folder is as before.
func TestRollback(t *testing.T) {
	dir := t.TempDir()
	write := func(path, content string) {
		t.Helper()
		name := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("replaced", "old")
	write("removed", "old")

	err := applyAsFound(&Changes{Dir: dir, All: []Change{
		{Kind: Create, Path: "new/deep/created", New: []byte("new")},
		{Kind: Remove, Path: "removed"},
		{Kind: Replace, Path: "replaced", New: []byte("new")},
		{Kind: Replace, Path: "vanished", New: []byte("new")},
	}})
	if err == nil || !strings.Contains(err.Error(), "nothing was written") {
		t.Fatalf("Apply = %v, want an error that says that nothing was written", err)
	}

	for _, path := range []string{"replaced", "removed"} {
		if content, err := os.ReadFile(filepath.Join(dir, path)); err != nil || string(content) != "old" {
			t.Errorf("%s holds %q (%v), want its old content", path, content, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); name == "new" || strings.HasPrefix(name, ".nactgen") {
			t.Errorf("%s was left behind", name)
		}
	}
}

// TestFailureRemovesNewFolders: an output folder that the run itself made goes with it.
func TestFailureRemovesNewFolders(t *testing.T) {
	base := t.TempDir()
	err := applyAsFound(&Changes{Dir: filepath.Join(base, "a", "b"), All: []Change{
		{Kind: Replace, Path: "gone", New: []byte("new")},
	}})
	if err == nil {
		t.Fatal("Apply replaced a file that is not there")
	}
	if _, err := os.Stat(filepath.Join(base, "a")); err == nil {
		t.Error("the folder a was left behind")
	}
}

func TestCreateNeverWritesOver(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("appeared"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := applyAsFound(&Changes{Dir: dir, All: []Change{{Kind: Create, Path: "a", New: []byte("new")}}})
	if err == nil || !strings.Contains(err.Error(), "a appeared while nactgen ran") {
		t.Errorf("Apply = %v, want an error that names the file", err)
	}
	if content, _ := os.ReadFile(name); string(content) != "appeared" {
		t.Errorf("a holds %q", content)
	}
}

// applyAsFound makes changes without comparing again: as if something happened right after the comparison.
func applyAsFound(c *Changes) error { return inFolder(c.Dir, c.write) }
