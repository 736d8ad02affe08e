package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

var (
	documentedCommand = regexp.MustCompile("nactgen ([a-z]+)([^\\n`#,]*)")
	documentedFlag    = regexp.MustCompile(`--([a-z][a-z-]*)`)
)

// TestCommandsPage: the page on commands has every command with all its flags.
func TestCommandsPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, m := range documentedCommand.FindAllStringSubmatch(string(page), -1) {
		shown[m[1]] += m[2]
	}
	for _, command := range newApp(io.Discard, io.Discard).VisibleCommands() {
		synopsis, ok := shown[command.Name]
		if !ok {
			t.Errorf("there is no nactgen %s", command.Name)
		}
		for _, f := range command.Flags {
			if name := f.Names()[0]; name != "help" && !strings.Contains(synopsis, "--"+name) {
				t.Errorf("nactgen %s has no --%s", command.Name, name)
			}
		}
	}
}

// TestDocumentedFlags: the commands that pages show have the flags that they are shown with. Decisions are history, and so not
// looked at.
func TestDocumentedFlags(t *testing.T) {
	flags := map[string][]string{}
	for _, command := range newApp(io.Discard, io.Discard).Commands {
		flags[command.Name] = []string{"help"}
		for _, f := range command.Flags {
			flags[command.Name] = append(flags[command.Name], f.Names()...)
		}
	}
	found := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", ".ci/run"} {
		pages, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range pages {
			if filepath.Base(filepath.Dir(page)) == "decisions" {
				continue
			}
			text, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range documentedCommand.FindAllStringSubmatch(string(text), -1) {
				for _, f := range documentedFlag.FindAllStringSubmatch(m[2], -1) {
					found++
					if known, ok := flags[m[1]]; ok && !slices.Contains(known, f[1]) {
						t.Errorf("%s: nactgen %s has no flag --%s", page, m[1], f[1])
					}
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("found only %d flags", found)
	}
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// TestTasksPage: what the page on tasks shows stands in its manifest, line for line, of which lint finds nothing and whose examples pass.
func TestTasksPage(t *testing.T) {
	guides := filepath.Join("..", "..", "docs", "guides")
	page, err := os.ReadFile(filepath.Join(guides, "tasks.md"))
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(guides, "tasks", manifestName))
	if err != nil {
		t.Fatal(err)
	}
	blocks := yamlBlock.FindAllStringSubmatch(string(page), -1)
	if len(blocks) < 15 {
		t.Errorf("found only %d fragments", len(blocks))
	}
	for _, block := range blocks {
		if !strings.Contains(string(manifest), "\n"+block[1]) {
			t.Errorf("the manifest has no\n%s", block[1])
		}
	}
	testmode.Builds(t)
	for _, command := range []string{"lint", "test"} {
		if out, err := nactgen(t, command, "--strict", "--manifest", filepath.Join(guides, "tasks")).CombinedOutput(); err != nil {
			t.Errorf("nactgen %s: %v\n%s", command, err, out)
		}
	}
}
