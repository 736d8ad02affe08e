package export_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	read "github.com/nactgen/nactgen/arazzo"
)

// comments are those on what has no equal.
var comments = regexp.MustCompile(`(?m)^ *# (\S+\.arazzo\.yaml:[0-9]+|left out): `)

// TestTable: docs/arazzo.md has a table of the test set: what each document has, what the manifest has of it, and what is lost on the way back.
func TestTable(t *testing.T) {
	const page = "../../docs/arazzo.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "<!-- begin table -->\n")
	_, after, closed := strings.Cut(rest, "<!-- end table -->")
	if !ok || !closed {
		t.Fatal("the page has no place for the table")
	}
	var b strings.Builder
	b.WriteString("\n| document | workflows | tools | disabled | steps | of these | outputs | of these | comments | lost on the way back |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	paths, _ := filepath.Glob("../../arazzo/testdata/documents/*.arazzo.yaml")
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".arazzo.yaml")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, _ := read.Read(name+".arazzo.yaml", data)
		steps, outputs := 0, 0
		for _, w := range doc.Workflows {
			steps, outputs = steps+len(w.Steps), outputs+len(w.Outputs)
		}
		manifest := imported(t, name, data)
		root, _ := read.Parse("nact.yaml", []byte(manifest))
		tools := root.Get("tools").Members()
		stepsOver, outputsOver := 0, 0
		for _, tool := range tools {
			stepsOver, outputsOver = stepsOver+len(tool.Value.Get("steps").Members()), outputsOver+len(tool.Value.Get("outputs").Members())
		}
		lost := 0
		if d, err := os.ReadFile(filepath.Join("testdata", name+".diff")); err == nil {
			lost = strings.Count(string(d), "\n-") - 1
		}
		fmt.Fprintf(&b, "| `%s` | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", name, len(doc.Workflows), len(tools), strings.Count(manifest, "\n    disabled: true\n"), steps, stepsOver, outputs, outputsOver, len(comments.FindAllString(manifest, -1)), lost)
	}
	b.WriteString("\n")
	got := before + "<!-- begin table -->\n" + b.String() + "<!-- end table -->" + after
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got != string(text) {
		t.Errorf("the table is another one; run go test ./view/export -run TestTable -update:\n%s", b.String())
	}
}
