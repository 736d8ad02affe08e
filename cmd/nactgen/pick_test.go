package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"
)

// TestInitAsks starts nactgen init at a pseudo terminal, without saying which operations, and chooses one from the list.
func TestInitAsks(t *testing.T) {
	dir := t.TempDir()
	document, err := os.ReadFile(filepath.Join("..", "..", "internal", "picker", "testdata", "shop.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "shop.yaml"), document, 0o666); err != nil {
		t.Fatal(err)
	}
	said := atTerminal(t, dir, "esc leave", "\x17\x17take in\r", "init", "--openapi", "shop.yaml")
	if !strings.Contains(said, "wrote nact.yaml: 1 tool.") {
		t.Errorf("it says %q", said)
	}
	manifest, err := os.ReadFile(filepath.Join(dir, "nact.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(manifest), "call: shop.createPet") || !strings.Contains(string(manifest), "select: {operations: [createPet]}") {
		t.Errorf("the manifest is\n%s", manifest)
	}
	said = atTerminal(t, dir, "esc leave", "\x1b", "init", "--openapi", "shop.yaml", "--out", "other.yaml")
	if !strings.Contains(said, "nothing was chosen; nothing is written") {
		t.Errorf("it says %q", said)
	}
	if _, err := os.Stat(filepath.Join(dir, "other.yaml")); err == nil {
		t.Error("something is written after all")
	}
}

// atTerminal runs the command at a pseudo terminal in a folder, types a text as soon as another is shown, and returns all that is shown.
func atTerminal(t *testing.T, dir, shown, typed string, args ...string) string {
	t.Helper()
	cmd := nactgen(t, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TERM=xterm-256color")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 30, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	var said bytes.Buffer
	for buffer := make([]byte, 4096); ; {
		n, err := terminal.Read(buffer)
		if err != nil {
			break // the command has ended
		}
		before := strings.Contains(said.String(), shown)
		said.Write(buffer[:n])
		if !before && strings.Contains(said.String(), shown) {
			if _, err := terminal.WriteString(typed); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = cmd.Wait() // how it ended shows in what it says
	return said.String()
}
