package inputs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTreeIsTheRepository: the innermost one around the manifest, or the manifest's folder.
func TestTreeIsTheRepository(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "outer/.git/HEAD"), "")
	write(t, filepath.Join(dir, "outer/inner/.git"), "gitdir: elsewhere")
	for manifest, test := range map[string]struct{ inside, outside string }{
		"outer/tools/nact.yaml":       {"outer/a", "a"},
		"outer/inner/tools/nact.yaml": {"outer/inner/a", "outer/a"},
		"none/tools/nact.yaml":        {"none/tools/sub/a", "none/a"},
	} {
		write(t, filepath.Join(dir, manifest), "")
		tree, err := Around(filepath.Join(dir, manifest))
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Check(filepath.Join(dir, test.inside)); err != nil {
			t.Errorf("%s: %s is outside: %v", manifest, test.inside, err)
		}
		if err := tree.Check(filepath.Join(dir, test.outside)); err == nil || !strings.Contains(err.Error(), "--allow-outside") {
			t.Errorf("%s: %s is inside: %v", manifest, test.outside, err)
		}
	}
}

// TestTreeFollowsLinks: a path is judged by where it leads.
func TestTreeFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	tree, err := Around(write(t, filepath.Join(dir, "repository/nact.yaml"), ""))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "secret"), "s3cr3t")
	write(t, filepath.Join(dir, "repository/real"), "real")
	at := func(name string) string { return filepath.Join(dir, "repository", name) }
	for name, to := range map[string]string{
		"out": "../secret", "absolute": filepath.Join(dir, "secret"), "folder": "..", "again": "out", "nowhere": "../none", "in": "real", "loop": "loop",
	} {
		if err := os.Symlink(to, at(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"out", "absolute", "folder/secret", "again", "../secret", "x/../../secret", "folder/none", "nowhere", "loop"} {
		if content, err := tree.Read(at(name), 1<<20); err == nil {
			t.Errorf("%s: read %q", name, content)
		}
		if err := tree.Check(filepath.Dir(at("in")) + string(filepath.Separator) + name); err == nil {
			t.Errorf("%s is inside", name)
		}
	}
	for _, name := range []string{"in", "real", "x/../real"} {
		if content, err := tree.Read(at(name), 1<<20); err != nil || string(content) != "real" {
			t.Errorf("%s: %q, %v", name, content, err)
		}
	}
	if content, err := (Tree{}).Read(at("out"), 1<<20); err != nil || string(content) != "s3cr3t" {
		t.Errorf("anywhere: %q, %v", content, err)
	}
}

// TestTreeIsWithoutVersionControl: what a repository keeps about itself is neither read nor written.
func TestTreeIsWithoutVersionControl(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".git/config"), "s3cr3t")
	write(t, filepath.Join(dir, "sub/.git/config"), "s3cr3t")
	if err := os.Symlink(".git/config", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	tree, err := Around(write(t, filepath.Join(dir, "nact.yaml"), ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".git", ".git/config", ".git/hooks", ".GIT/config", "sub/.git/config", "x/../.git/config", "link", ".svn/entries", ".hg/hgrc", ".jj/repo"} {
		if content, err := tree.Read(filepath.Join(dir, name), 1<<20); err == nil || len(content) > 0 {
			t.Errorf("%s: read %q", name, content)
		}
		if err := tree.Check(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), "version control") {
			t.Errorf("%s belongs to the tree: %v", name, err)
		}
	}
	for _, name := range []string{".github/api.yaml", ".gitignore", "git/api.yaml"} {
		if err := tree.Check(filepath.Join(dir, name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if content, err := (Tree{}).Read(filepath.Join(dir, ".git/config"), 1<<20); err != nil || string(content) != "s3cr3t" {
		t.Errorf("anywhere: %q, %v", content, err)
	}
}
