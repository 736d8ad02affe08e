// Package testmode says which tests run. There are three modes:
//
//	go test -short ./...            in this process alone: what runs the go command is left out
//	go test ./...                   what a contributor needs to know of a change
//	NACTGEN_TEST=all go test ./...  also what takes minutes, as .ci/run does
//
// A test says what it needs in its first lines:
//
//	testmode.Long(t, "generates from every operation of all published documents")
//	document := testmode.Published(t, "nws-3.8.1.yml")
//	redis := testmode.Program(t, "redis-server", "Debian's package redis-server")
//
// It is for tests alone.
package testmode

import (
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Variable is the environment variable that asks for the tests that take minutes, with the value [All].
const (
	Variable = "NACTGEN_TEST"
	All      = "all"
)

// Long skips a test that takes long, unless all are asked for. The text says what the test does.
func Long(t testing.TB, what string) {
	t.Helper()
	if os.Getenv(Variable) != All {
		t.Skipf("left out without %s=%s: it %s", Variable, All, what)
	}
}

// Builds skips what is left of a test with -short, since it runs the go command.
func Builds(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("left out with -short: it runs the go command")
	}
}

// Program returns the path of a program that is no part of Go and that a test starts; of says where it comes from. Where it is not
// installed the test is skipped, or fails if all tests are asked for.
func Program(t testing.TB, name, of string) string {
	t.Helper()
	file, err := exec.LookPath(name)
	switch {
	case err == nil:
	case os.Getenv(Variable) == All:
		t.Fatalf("%s=%s needs the program %s, of %s: %v", Variable, All, name, of, err)
	default:
		t.Skipf("left out without the program %s, of %s: %v", name, of, err)
	}
	return file
}

// Published returns the path of a published OpenAPI document, which is relative to ../shared/specs as seen from the root of the
// module. The documents keep their own licences and are no part of this module: where there are none the test is skipped. Where there
// are, one that is missing is a failure.
func Published(t testing.TB, name string) string {
	t.Helper()
	folder := filepath.Join(filepath.Dir(root(t)), "shared", "specs")
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("left out without the published OpenAPI documents: %v", err)
	}
	file := filepath.Join(folder, filepath.FromSlash(name))
	if _, err := os.Stat(file); err != nil {
		t.Fatalf("the other published OpenAPI documents are there: %v", err)
	}
	return file
}

// Unpacked returns the path of a file without its compression: where it ends in .gz, of a copy in dir. Without dir that is a temporary folder.
func Unpacked(t testing.TB, file, dir string) string {
	t.Helper()
	name, packed := strings.CutSuffix(filepath.Base(file), ".gz")
	if !packed {
		return file
	}
	if dir == "" {
		dir = t.TempDir()
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	reader, err := gzip.NewReader(in)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	data, err := io.ReadAll(reader)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// root returns the folder of the module, in which the test stands.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("the test stands in no module")
		}
		dir = up
	}
}
