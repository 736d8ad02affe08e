package pipeline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

const (
	manifestText = `nact: 1
service: {name: tracker}
go: {dir: tracker, module: example.com/tracker}
upstreams: {api: {openapi: api.yaml}}
tools:
  count_issues:
    description: Count the issues that nobody has solved.
    steps: {issues: {call: api.list_issues}}
    outputs: {count: {name: Count, type: int, description: How many there are., value: "${steps.issues.body}"}}
`
	documentText = `openapi: 3.1.0
info: {title: Tracker, version: "1"}
servers: [{url: "https://tracker.example"}]
paths:
  /issues: {get: {operationId: list_issues, responses: {"200": {description: x, content: {application/json: {schema: {type: integer}}}}}}}
`
)

// lay writes a manifest and its document, and returns the manifest's path.
func lay(t *testing.T, text string) string {
	t.Helper()
	return layFiles(t, map[string]string{"nact.yaml": text, "api.yaml": documentText})
}

// layFiles writes the files of a manifest, and returns its path.
func layFiles(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "nact.yaml")
}

func TestRunUntil(t *testing.T) {
	for _, c := range []struct {
		name              string
		until             Step
		compared, written bool
	}{
		{"check", Check, false, false},
		{"compare", Compare, true, false},
		{"apply", Apply, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := lay(t, manifestText)
			r, err := Run(file, Options{Until: c.until})
			if err != nil || r.Checked == nil {
				t.Fatal(err, r.Findings)
			}
			if (r.Changes != nil) != c.compared {
				t.Errorf("there are changes: %t", r.Changes != nil)
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), "tracker")); (err == nil) != c.written {
				t.Errorf("the output is there: %t", err == nil)
			}
		})
	}
}

// TestRunStopsAtErrors: nothing is written for a manifest with errors, in whichever step they are found.
func TestRunStopsAtErrors(t *testing.T) {
	for name, edit := range map[string][2]string{
		"in the form":      {"nact: 1", "nact: 2"},
		"in a key":         {"steps:", "stops:"},
		"in the documents": {"api.yaml", "none.yaml"},
		"in a call":        {"list_issues", "list_isues"},
	} {
		t.Run(name, func(t *testing.T) {
			file := lay(t, strings.Replace(manifestText, edit[0], edit[1], 1))
			r, err := Run(file, Options{Until: Apply, Pin: true})
			if err != nil {
				t.Fatal(err)
			}
			if r.Checked != nil || !r.Findings.HasErrors() || r.Changes != nil || r.Pinned != nil {
				t.Errorf("got %+v", r)
			}
		})
	}
}

// TestRunPins: the result is about the manifest as it was written.
func TestRunPins(t *testing.T) {
	file := lay(t, strings.Replace(manifestText, "{openapi: api.yaml}", "\n    {openapi: api.yaml, sha256: "+strings.Repeat("a", 64)+"}", 1))
	if r, _ := Run(file, Options{}); r.Checked != nil {
		t.Fatal("a document that is not the pinned one was taken")
	}
	r, err := Run(file, Options{Pin: true})
	if err != nil || r.Checked == nil {
		t.Fatal(err, r.Findings)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Pinned) != 1 || r.Pinned[0].Upstream != "api" || !strings.Contains(string(text), r.Pinned[0].SHA256) {
		t.Errorf("pinned %v in\n%s", r.Pinned, text)
	}
	if r, err = Run(file, Options{Pin: true}); err != nil || r.Pinned != nil {
		t.Errorf("pinned %v again, %v", r.Pinned, err)
	}
	if r, err = Run(file, Options{Options: sculpt.Options{Module: "example.com/other"}}); err != nil || r.Checked == nil || r.Plan.Go.Module != "example.com/other" {
		t.Errorf("options do not reach the check: %v, %v", err, r.Findings)
	}
}

// TestRunIncludes: the same comes of a manifest in one file and in several, and its pins are written where they belong.
func TestRunIncludes(t *testing.T) {
	head, tools, _ := strings.Cut(manifestText, "tools:\n")
	head, upstreams, _ := strings.Cut(head, "upstreams:")
	whole := lay(t, manifestText)
	split := layFiles(t, map[string]string{
		"nact.yaml": head + "include: [vendor/*.yaml, tools.yaml]\n", "tools.yaml": "tools:\n" + tools,
		"vendor/upstreams.yaml": "upstreams:" + strings.Replace(upstreams, "api.yaml", "../api.yaml", 1), "api.yaml": documentText,
	})
	a, err := Run(whole, Options{Until: Compare})
	if err != nil || a.Checked == nil {
		t.Fatal(err, a.Findings)
	}
	b, err := Run(split, Options{Until: Compare, Pin: true})
	if err != nil || b.Checked == nil {
		t.Fatal(err, b.Findings)
	}
	if len(a.Changes.All) != len(b.Changes.All) {
		t.Fatalf("%d files of one, %d of several", len(a.Changes.All), len(b.Changes.All))
	}
	for i, change := range a.Changes.All {
		if other := b.Changes.All[i]; change.Path != other.Path || string(change.New) != string(other.New) {
			t.Errorf("%s differs from %s", change.Path, other.Path)
		}
	}
	for name, pinned := range map[string]bool{"nact.yaml": false, "tools.yaml": false, "vendor/upstreams.yaml": true} {
		text, err := os.ReadFile(filepath.Join(filepath.Dir(split), name))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "sha256: "+b.Pinned[0].SHA256) != pinned {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// TestRunPinsAllOrNone: where one of several files cannot be written, none is.
func TestRunPinsAllOrNone(t *testing.T) {
	head, rest, _ := strings.Cut(manifestText, "tools:")
	file := layFiles(t, map[string]string{
		"nact.yaml": head + "include: vendor/upstreams.yaml\ntools:" + rest, "api.yaml": documentText,
		"vendor/upstreams.yaml": "upstreams: {other: {openapi: ../api.yaml}}\n",
	})
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, findings := manifest.Read(file)
	if findings.HasErrors() {
		t.Fatal(findings)
	}
	if err := os.RemoveAll(filepath.Join(filepath.Dir(file), "vendor")); err != nil {
		t.Fatal(err)
	}
	upstreams := []*plan.Upstream{{Name: "api", SHA256: strings.Repeat("a", 64)}, {Name: "other", SHA256: strings.Repeat("b", 64)}}
	if _, pins, err := pinDocuments(m, upstreams); err == nil || pins != nil {
		t.Errorf("pinned %v, %v", pins, err)
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the manifest is\n%s, %v", after, err)
	}
}
