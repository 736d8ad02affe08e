package main

import (
	"archive/zip"
	"bytes"
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

// TestGoGenerate follows the page on commands in modules of their own: what it says of go generate works once there is a version, and,
// from a clone, before. Where the page has "go tool", the test sees that the module has the tool, and starts it with "go run": go tool
// takes no -trimpath, and so compiles the command and all that it is made of for the folder that it finds them in, which is another one
// each time.
func TestGoGenerate(t *testing.T) {
	testmode.Long(t, "builds the command as other modules do")
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	get := documentedLine(t, page, `go get -tool \S+@v0\.1\.0`)
	replace := documentedLine(t, page, `go mod edit -replace github.com/nactgen/nactgen=`)
	getClone := documentedLine(t, page, `go get -tool \S+/nactgen$`)
	runTool := documentedLine(t, page, `//go:generate go tool nactgen .*`)
	runTool = strings.Replace(runTool, "go tool nactgen", "go run "+command, 1)
	runPinned := documentedLine(t, page, `//go:generate go run .*`)
	env := publishedEnvironment(t, root)
	for _, c := range []struct {
		name     string
		setup    []string
		generate string
		runtime  string
	}{
		{"tool", []string{get}, runTool, "copy"},
		{"tool with imported library", []string{get}, runTool, "import"},
		{"pinned", nil, runPinned, "copy"},
		{"clone", []string{replace + root, getClone}, runTool, "import"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := mountedHello(t, c.runtime, c.generate)
			run := func(line string) string {
				words := strings.Fields(line)
				cmd := exec.Command(words[0], words[1:]...)
				cmd.Dir, cmd.Env = dir, env
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", line, err, out)
				}
				return string(out)
			}
			for _, line := range c.setup {
				run(line)
			}
			if tools := run("go list tool"); c.setup != nil && !strings.Contains(tools, command) {
				t.Errorf("the module has no tool %s: %s", command, tools)
			}
			run("go generate ./...")
			run("go vet ./...")
		})
	}
}

// command is the import path of this command.
const command = "github.com/nactgen/nactgen/cmd/nactgen"

// mountedHello returns the folder of a module with the manifest of testdata/hello, whose package is part of the module, and a Go file
// with a go:generate line.
func mountedHello(t *testing.T, runtime, generate string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "hello"))); err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(dir, "nact.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"nact.yaml": strings.Replace(string(manifest), "module: example.com/hello", "runtime: "+runtime, 1),
		"go.mod":    "module example.com/acme\n\ngo 1.24\n",
		"acme.go":   "package acme\n\n" + generate + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// documentedLine returns the line of an indented block of a page that a pattern matches, as far as the pattern goes.
func documentedLine(t *testing.T, page []byte, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^    (` + pattern + `)`).FindSubmatch(page)
	if m == nil {
		t.Fatalf("the page has no line %s", pattern)
	}
	return string(m[1])
}

// publishedEnvironment returns an environment in which v0.1.0 of this module is what stands in root, and its dependencies are those
// of the module cache, or else of the usual proxy, since other modules load more of them than builds of this one. The go command keeps
// what it unpacks in a cache of the test's own, and compiles this module without optimization, since its
// build cache has none of that version: that takes half the time.
func publishedEnvironment(t *testing.T, root string) []string {
	t.Helper()
	proxy := t.TempDir()
	versions := filepath.Join(proxy, "github.com", "nactgen", "nactgen", "@v")
	if err := os.MkdirAll(versions, 0o777); err != nil {
		t.Fatal(err)
	}
	gomod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"list": []byte("v0.1.0\n"), "v0.1.0.info": []byte(`{"Version": "v0.1.0"}`), "v0.1.0.mod": gomod, "v0.1.0.zip": moduleZip(t, root),
	} {
		if err := os.WriteFile(filepath.Join(versions, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	settings, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, usual, _ := strings.Cut(strings.TrimSpace(string(settings)), "\n")
	return append(os.Environ(),
		"GOPROXY=file://"+filepath.ToSlash(proxy)+",file://"+filepath.ToSlash(cache)+"/cache/download,"+usual,
		"GOMODCACHE="+t.TempDir(), "GOFLAGS=-modcacherw -trimpath '-gcflags=github.com/nactgen/...=-N -l -dwarf=false'", "GOSUMDB=off", "GOTOOLCHAIN=local", "GOWORK=off", "GOGC=400")
}

// ownFiles leaves out the files of modules that stand in folders of this one, as the go command does.
func ownFiles(names []string) []string {
	var others []string
	for _, name := range names {
		if dir, file := path.Split(name); file == "go.mod" && dir != "" {
			others = append(others, dir)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(others, func(dir string) bool { return strings.HasPrefix(name, dir) })
	})
}

// moduleZip returns the module that stands in root as a module proxy has it.
func moduleZip(t *testing.T, root string) []byte {
	t.Helper()
	var content bytes.Buffer
	archive := zip.NewWriter(&content)
	list := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = root
	names, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ownFiles(strings.Split(strings.TrimSuffix(string(names), "\x00"), "\x00")) {
		file, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		w, err := archive.Create("github.com/nactgen/nactgen@v0.1.0/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(file); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}
