package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"nactgen": main, "call": call, "measured": measured, "index": index})
}

// nactgen is the command, as a process of its own.
func nactgen(t *testing.T, args ...string) *exec.Cmd { return program(t, "nactgen", args...) }

// program is one of the programs that TestMain knows, as a process of its own.
func program(t testing.TB, name string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), name) // by whose name TestMain knows what it is
	if err := os.Symlink(self, link); err != nil {
		t.Fatal(err)
	}
	return exec.CommandContext(t.Context(), link, args...)
}

// TestScripts runs testdata/script. Every script starts in a folder with a copy of testdata/hello.
func TestScripts(t *testing.T) {
	goEnv := goEnvironment(t)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnv...)
			env.Cd = filepath.Join(env.WorkDir, "hello")
			return os.CopyFS(env.Cd, os.DirFS(filepath.Join("testdata", "hello")))
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("unknown condition")
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":    exits,
			"edit":     editFile,
			"upstream": upstream,
			"serve":    serve,
		},
	})
}

// goEnvironment returns the variables by which the go tool finds its caches and builds without a network. What it compiles does not
// depend on the script's folder, so that each script finds the run-time library of the one before in the build cache.
func goEnvironment(t *testing.T) []string {
	t.Helper()
	vars := []string{"GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-trimpath"}
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPATH"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", name, err)
		}
		vars = append(vars, name+"="+strings.TrimSpace(string(value)))
	}
	return vars
}

// exits runs a program and demands an exit code:
//
//	exits 2 nactgen bogus
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENT...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// editFile replaces a text that stands in a file once:
//
//	edit nact.yaml old new
func editFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	content := ts.ReadFile(args[0])
	if n := strings.Count(content, args[1]); n != 1 {
		ts.Fatalf("%s has %q %d times", args[0], args[1], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(content, args[1], args[2], 1)), 0o666))
}
