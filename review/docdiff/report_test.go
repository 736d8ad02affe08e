package docdiff

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// everything is a report that has all there can be, with texts that mean something in Markdown, HTML and terminals.
func everything() *Report {
	at := func(file string, line int) diag.Position { return diag.Position{File: file, Line: line, Column: 5} }
	return &Report{
		Manifest: "nact.yaml",
		Upstreams: []*Upstream{
			{
				Name: "api", Old: Document{"old.yaml", "aa"}, New: Document{"new.yaml", "bb"},
				Added: []string{"GET /b", "GET /c"}, Removed: []string{"GET /a"},
			},
			{Name: "other", Old: Document{"a`b.yaml", "cc"}, New: Document{"c.yaml", "dd"}},
		},
		Tools: []*Tool{
			{
				Name: "first", File: "nact.yaml", Line: 3,
				Findings: []Finding{
					{
						Class: Breaks, Rule: "field-gone", Step: "one", Message: "a|b <script> @you *is* `gone`\u001b[2J", Do: "read another field",
						Old: at("old.yaml", 7), New: at("new.yaml", 8), Manifest: diag.Position{File: "nact.yaml", Line: 4},
					},
					{Class: Warns, Rule: "type", Message: "generation refuses the tool: no", Do: "change the tool", Manifest: at("nact.yaml", 9)},
				},
				Errors: diag.List{{Pos: at("nact.yaml", 5), Rule: "type", Message: "no field [x](y)"}},
			},
			{Name: "second", File: "nact.yaml", Line: 20},
			{Name: "third", File: "nact.yaml", Line: 30, Findings: []Finding{{Class: Warns, Rule: "operation-deprecated", Step: "two", Message: "it is deprecated", Do: "look", Old: at("old.yaml", 1)}}},
		},
	}
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		file  string
		write func(*Report, io.Writer) error
	}{
		{"report.txt", (*Report).WriteText},
		{"report.md", (*Report).WriteMarkdown},
		{"report.json", (*Report).WriteJSON},
	} {
		t.Run(c.file, func(t *testing.T) {
			var got bytes.Buffer
			if err := c.write(everything(), &got); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", "report", c.file)
			if *update {
				if err := os.WriteFile(file, got.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if want := read(t, file); want != got.String() {
				t.Errorf("%s differs:\n%s", file, diff.Diff("want", []byte(want), "got", got.Bytes()))
			}
		})
	}
}

func TestJSONOfAnEmptyReport(t *testing.T) {
	var got bytes.Buffer
	if err := (&Report{Manifest: "nact.yaml"}).WriteJSON(&got); err != nil {
		t.Fatal(err)
	}
	var read map[string]any
	if err := json.Unmarshal(got.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"tools", "upstreams"} {
		if values, ok := read[list].([]any); !ok || len(values) != 0 {
			t.Errorf("%s is %v, want an empty array", list, read[list])
		}
	}
}

func TestClass(t *testing.T) {
	r := everything()
	if r.Class() != Breaks || r.Count(Breaks) != 1 || r.Count(Warns) != 1 || r.Count(Untouched) != 1 {
		t.Errorf("got %v: %s", r.Class(), r.Summary())
	}
	r.Tools = r.Tools[1:]
	if r.Class() != Warns {
		t.Errorf("got %v without the tool that breaks", r.Class())
	}
	r.Tools = r.Tools[:1]
	if r.Class() != Untouched {
		t.Errorf("got %v without the tool that has a warning", r.Class())
	}
}

// Why there is no report.
func TestNoReport(t *testing.T) {
	base, err := filepath.Abs("testdata/base")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name         string
		replacements map[string]string
		current      map[string]string
		edit         [2]string // of the manifest
		want         string
	}{
		{"no such upstream", map[string]string{"apu": "old.yaml"}, nil, [2]string{}, `the manifest has no upstream "apu"; did you mean "api"?`},
		{"no such upstream to start from", map[string]string{"api": "old.yaml"}, map[string]string{"x": "old.yaml"}, [2]string{}, `the manifest has no upstream "x"`},
		{"no such document", map[string]string{"api": "none.yaml"}, nil, [2]string{}, "none.yaml: cannot read the document"},
		{"no manifest", map[string]string{"api": "old.yaml"}, nil, [2]string{"nact: 1", "nact: 2"}, "this nactgen reads format 1"},
		{"a manifest with errors", map[string]string{"api": "old.yaml"}, nil, [2]string{"api.list_issues", "api.list_isues"}, "there is no operation list_isues"},
		{"a document that is not the pinned one", map[string]string{"api": "old.yaml"}, nil, [2]string{"{openapi: old.yaml}", "{openapi: old.yaml, sha256: " + strings.Repeat("a", 64) + "}"}, "is not the pinned one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			manifest := strings.Replace(read(t, filepath.Join(base, "nact.yaml")), c.edit[0], c.edit[1], 1)
			for name, text := range map[string]string{"nact.yaml": manifest, "old.yaml": read(t, filepath.Join(base, "old.yaml"))} {
				if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			report, list := compareFile("nact.yaml", c.replacements, Options{Current: c.current})
			if report != nil {
				t.Fatal("there is a report")
			}
			if !list.HasErrors() || !strings.Contains(list[0].String(), c.want) {
				t.Errorf("got %v, want %q", list, c.want)
			}
		})
	}
}
