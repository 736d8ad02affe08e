package mcp

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// node is Node.js with the packages of testdata/node.
type node struct {
	program string
	modules string // the folder node_modules
}

// installNode returns Node.js with the packages that the lock file names. They are installed once for each version of it, into the user's cache.
func installNode(t *testing.T) *node {
	t.Helper()
	npm := testmode.Program(t, "npm", "Node.js")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile("testdata/node/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "nactgen", fmt.Sprintf("mcp-conformance-%x", sha256.Sum256(lock))[:32])
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		install(t, npm, dir)
	}
	n := &node{modules: filepath.Join(dir, "node_modules")}
	n.program = filepath.Join(n.modules, "node-"+runtime.GOOS+"-"+strings.ReplaceAll(runtime.GOARCH, "amd64", "x64"), "bin", "node")
	if _, err := os.Stat(n.program); err != nil { // there is no package of this version for the platform
		n.program = testmode.Program(t, "node", "Node.js, version 22 or later")
	}
	return n
}

// script returns a file of a package.
func (n *node) script(file string) string {
	return filepath.Join(n.modules, "@modelcontextprotocol", filepath.FromSlash(file))
}

// version returns the version of a package.
func (n *node) version(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(n.script(name + "/package.json"))
	var about struct{ Version string }
	if err == nil {
		err = json.Unmarshal(data, &about)
	}
	if err != nil {
		t.Fatal(err)
	}
	return about.Version
}

// scripts returns a folder with the scripts of testdata/node, from which they find the packages.
func (n *node) scripts(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	err := os.CopyFS(dir, os.DirFS("testdata/node"))
	if err == nil {
		err = os.Symlink(n.modules, filepath.Join(dir, "node_modules"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// install has dir there as a whole or not at all, whoever else installs it at the same time.
func install(t *testing.T, npm, dir string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		t.Fatal(err)
	}
	begun, err := os.MkdirTemp(filepath.Dir(dir), "installing-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(begun)
	for _, name := range []string{".npmrc", "package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join("testdata/node", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(begun, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	command.Dir = begun
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	if err := os.Rename(begun, dir); err != nil && !errors.Is(err, fs.ErrExist) {
		t.Fatal(err)
	}
}
