package rules_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/rules"
	"github.com/nactgen/nactgen/versions/lock"
)

var update = flag.Bool("update", false, "rewrite the findings in the pages, and docs/rules.md")

const manifestName = "nact.yaml"

// leftOut is the rule that examples break on purpose: to leave out the examples of tools keeps them short.
const leftOut = "no-examples"

// TestExamples: the wrong example of a rule has findings of this rule alone, which the page quotes, and the right one has none.
func TestExamples(t *testing.T) {
	around := frame(t)
	for _, area := range rules.Areas() {
		for _, r := range area.Rules {
			if r.Without != "" {
				continue
			}
			t.Run(r.Name, func(t *testing.T) {
				if right := check(t, around, r, r.Right); right.list != nil {
					t.Errorf("the right example of %s has findings:\n%s", r.Name, right)
				}
				wrong := check(t, around, r, r.Wrong)
				got := wrong.String()
				for _, d := range wrong.list {
					if d.Rule != r.Name || !slices.Contains(r.Severities, d.Severity) {
						t.Errorf("the wrong example of %s has the %s %s: %s", r.Name, d.Severity, d.Rule, d)
					}
				}
				switch {
				case got == "":
					t.Errorf("the wrong example of %s has no finding", r.Name)
				case *update && !t.Failed():
					writeFindings(t, r, got)
				case !*update && got != r.Findings:
					t.Errorf("%s: the page says\n%sand what is found is\n%sgo test ./sculpt/rules -update writes it", r.Name, r.Findings, got)
				}
			})
		}
	}
}

// checked is what is said of an example.
type checked struct {
	list  diag.List
	lines []line // of the manifest
	r     *rules.Rule
}

// String writes the findings with their places in what the example shows.
func (c checked) String() string {
	var b strings.Builder
	for _, d := range c.list {
		if d.Pos.File == manifestName {
			d.Pos.File = ""
			if n := d.Pos.Line; n > 0 && n <= len(c.lines) {
				d.Pos.Line = c.lines[n-1].at
			}
		}
		fmt.Fprintln(&b, d)
	}
	return b.String()
}

// check runs the checker on an example in a folder of its own. What no-examples says counts for its own example alone.
func check(t *testing.T, around []line, r *rules.Rule, files []rules.File) checked {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(home, "testdata/frame"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	write(t, "go.mod", "module example.com/clinic\n")
	for _, f := range r.Published {
		put(t, around, []rules.File{f})
		publish(t)
	}
	lines := put(t, around, files)
	result, err := pipeline.Run(manifestName, pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list := result.Findings
	if result.Checked != nil && r.Name == "unpublished" {
		list = append(list, lock.Unpublished(result.Published, result.Entries)...)
	}
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Rule == leftOut && r.Name != leftOut })
	if len(list) == 0 {
		list = nil
	}
	return checked{list, lines, r}
}

// put writes the files of an example, and returns the lines of the manifest.
func put(t *testing.T, around []line, files []rules.File) []line {
	t.Helper()
	manifest := fill(nil, around)
	for _, f := range files {
		switch f.Name {
		case "":
			manifest = fill(linesOf(f.Text, true), around)
		case manifestName:
			manifest = linesOf(f.Text, true)
		default:
			write(t, f.Name, f.Text)
		}
	}
	var text strings.Builder
	for _, l := range manifest {
		text.WriteString(l.text + "\n")
	}
	write(t, manifestName, text.String())
	return manifest
}

// publish does what nactgen lock does.
func publish(t *testing.T) {
	t.Helper()
	result, err := pipeline.Run(manifestName, pipeline.Options{})
	if err != nil || result.Checked == nil {
		t.Fatalf("what was published is wrong: %v\n%v", err, result.Findings)
	}
	file, _, err := lock.Publish(result.Published, result.Entries)
	if err != nil {
		t.Fatal(err)
	}
	write(t, lock.Name, string(file.Encode()))
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// home is the folder of the package: tests change into others.
var home = func() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	return dir
}()

// writeFindings puts what was found into the page of a rule, in the place of what stands there, or behind the last wrong block.
func writeFindings(t *testing.T, r *rules.Rule, found string) {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(home, "pages/*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		before, section, ok := strings.Cut(string(text), "\n## "+r.Name+"\n")
		if !ok {
			continue
		}
		section, after, more := strings.Cut(section, "\n## ")
		if more {
			after = "\n## " + after
		}
		if start := strings.Index(section, "```findings\n"); start >= 0 {
			end := start + strings.Index(section[start:], "\n```\n") + len("\n```\n")
			section = section[:start] + section[end:]
		}
		at := strings.Index(section, "```"+r.Right[0].Language+" right")
		if at < 0 {
			t.Fatalf("%s: the right example of %s starts with none of its own blocks", page, r.Name)
		}
		section = section[:at] + "```findings\n" + found + "```\n" + section[at:]
		write(t, page, before+"\n## "+r.Name+"\n"+section+after)
		return
	}
	t.Fatalf("no page has the rule %s", r.Name)
}
