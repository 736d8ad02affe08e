package output

import (
	"os"
	"path/filepath"
	"testing"
)

// layPair writes two files, and returns their paths.
func layPair(t *testing.T) (first, second string) {
	t.Helper()
	dir := t.TempDir()
	first, second = filepath.Join(dir, "first"), filepath.Join(dir, "second")
	for _, path := range []string{first, second} {
		if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	return first, second
}

// wantFile fails the test if a file has another content, or its folder more files than are given.
func wantFile(t *testing.T, path, content string, files int) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != content {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, content)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != files {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

func TestReplaceFiles(t *testing.T) {
	first, second := layPair(t)
	link, made := first+"-link", first+"-made"
	if err := os.Symlink("first", link); err != nil {
		t.Fatal(err)
	}
	if err := ReplaceFiles([]Replacement{{link, []byte("a")}, {second, []byte("b")}, {made, []byte("c")}}); err != nil {
		t.Fatal(err)
	}
	wantFile(t, first, "a", 4)
	wantFile(t, second, "b", 4)
	wantFile(t, made, "c", 4)
	if info, err := os.Lstat(first); err != nil || info.Mode() != 0o640 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if target, err := os.Readlink(link); err != nil || target != "first" {
		t.Errorf("the link leads to %q, %v", target, err)
	}
}

// TestReplaceFilesNone: if one file cannot be staged, no file changes.
func TestReplaceFilesNone(t *testing.T) {
	first, second := layPair(t)
	if err := ReplaceFiles([]Replacement{{first, []byte("a")}, {filepath.Join(second, "none"), []byte("b")}}); err == nil {
		t.Fatal("a file was written below another")
	}
	wantFile(t, first, "old", 2)
}

// TestReplaceFilesRestores: if one file cannot be put in place, those before it are as they were.
func TestReplaceFilesRestores(t *testing.T) {
	first, second := layPair(t)
	made := first + "-made"
	var r replacing
	for _, path := range []string{first, made, second} {
		if err := r.stage(Replacement{path, []byte("new")}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(second); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(second, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := r.perform(); err == nil {
		t.Fatal("a file was put in the place of a folder")
	}
	if err := r.drop(); err != nil {
		t.Fatal(err)
	}
	wantFile(t, first, "old", 2)
}
