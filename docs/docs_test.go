// Package docs holds the tests that keep the documentation true to what it names. It has no other code.
package docs

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// root is the folder of the module.
const root = ".."

// pages returns the files of the documentation, as paths from the root.
func pages(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			found = append(found, strings.TrimPrefix(filepath.ToSlash(file), root+"/"))
		}
	}
	if len(found) < 10 {
		t.Fatalf("found the pages %q", found)
	}
	return found
}

func read(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exists(name string) bool {
	_, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
	return err == nil
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinks: what a page links to in the repository is there, down to the heading.
func TestLinks(t *testing.T) {
	for _, page := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(read(t, page), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, fragment, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = path.Join(path.Dir(page), file)
			}
			switch {
			case !exists(target):
				t.Errorf("%s links to %s, which is not there", page, m[1])
			case fragment != "" && !slices.Contains(anchors(read(t, target)), fragment):
				t.Errorf("%s links to %s, and %s has no such heading", page, m[1], target)
			}
		}
	}
}

var (
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	noWord  = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)
)

// anchors returns what links to the headings of a page have behind #.
func anchors(text string) (found []string) {
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		found = append(found, strings.ReplaceAll(noWord.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-"))
	}
	return found
}

var quoted = regexp.MustCompile("`([a-z][A-Za-z0-9_./-]*)`")

// TestPaths: the folders and files that CONTRIBUTING.md names are there.
func TestPaths(t *testing.T) {
	for _, m := range quoted.FindAllStringSubmatch(read(t, "CONTRIBUTING.md"), -1) {
		if first, _, below := strings.Cut(m[1], "/"); below && exists(first) && !exists(m[1]) {
			t.Errorf("CONTRIBUTING.md names %s, which is not there", m[1])
		}
	}
}

// TestMap: every package has its place in the map of CONTRIBUTING.md, by itself or by the folder above it.
func TestMap(t *testing.T) {
	testmode.Builds(t)
	_, list, _ := strings.Cut(read(t, "CONTRIBUTING.md"), "| folder |")
	list, _, _ = strings.Cut(list, "\n\n")
	var folders []string
	for row := range strings.Lines(list) {
		cells := strings.Split(row, "|")
		for _, m := range quoted.FindAllStringSubmatch(cells[min(1, len(cells)-1)], -1) {
			folders = append(folders, m[1])
		}
	}
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}}", "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.Lines(string(out)) {
		folder := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(pkg), "github.com/nactgen/nactgen"), "/")
		if folder != "" && !inMap(folder, folders) {
			t.Errorf("the map of CONTRIBUTING.md has no row for %s", folder)
		}
	}
}

// ownRows are folders whose packages each have a row.
var ownRows = []string{"sculpt", "gen"}

// inMap reports whether a folder is one of the map's, or below one that stands for all in it.
func inMap(folder string, folders []string) bool {
	if slices.Contains(folders, folder) {
		return true
	}
	up := path.Dir(folder)
	return up != "." && !slices.Contains(ownRows, up) && inMap(up, folders)
}
