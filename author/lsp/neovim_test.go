package lsp

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// serverVariable makes the test program the server.
const serverVariable = "NACTGEN_LSP_SERVER"

func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv(serverVariable) != "" {
		if err := Serve(os.Stdin, os.Stdout, "test"); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestNeovim: an editor does with the server what its user does. What it saw is in testdata.
func TestNeovim(t *testing.T) {
	testmode.Long(t, "starts Neovim")
	program := testmode.Program(t, "nvim", "Debian's package neovim")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/session.lua")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/cities\n", "api.yaml": api, "nact.yaml": manifestText} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	editor := exec.CommandContext(t.Context(), program, "--headless", "-n", "-u", "NONE", "-c", "luafile "+script)
	editor.Dir = dir
	editor.Env = append(os.Environ(), serverVariable+"=1", "NACTGEN_SERVER="+self, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir)
	if out, err := editor.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got, err := os.ReadFile(filepath.Join(dir, "seen"))
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/session.txt"
	if *update {
		if err := os.WriteFile(golden, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || string(got) != string(want) {
		t.Errorf("the editor saw\n%swant (%v)\n%s", got, err, want)
	}
}
