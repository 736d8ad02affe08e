package resync_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/author/resync"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// TestPublished drafts a manifest of some tags of a published document, and brings it up to date with a later revision of it: what is new
// is there, without an error.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		name, before, after string
		selected            draft.Select
		added, vanished     int
	}{
		{"weather", "nws-1.13.1.yml", "nws-3.8.1.yml", draft.Select{All: true}, 8, 0},
		{"code", "github-api.github.com.json", "large/github.json.gz", draft.Select{Tags: []string{"issues", "orgs"}}, 88, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "code" {
				testmode.Long(t, "reads two documents of megabytes, and drafts some 200 tools")
			}
			dir := t.TempDir()
			file := filepath.Join(dir, "openapi.yaml")
			copyDocument(t, testmode.Published(t, c.before), file)
			text := first(t, file, &c.selected)
			copyDocument(t, testmode.Published(t, c.after), file)

			m, found := manifest.Parse(filepath.Join(dir, "nact.yaml"), []byte(text))
			if len(found) > 0 {
				t.Fatal(found)
			}
			documents := document.Open(m, nil, &found)
			r, err := resync.Run(m, documents)
			if err != nil {
				t.Fatal(err)
			}
			for _, refused := range r.Refused {
				t.Errorf("%s is refused: %s", refused.Call, refused.Reason)
			}
			if len(r.Added) != c.added || len(r.Vanished) != c.vanished {
				t.Errorf("%d tools were added (%s), want %d; %d names vanished, want %d:\n%v", len(r.Added), names(r), c.added, len(r.Vanished), c.vanished, r.Vanished)
			}
			upToDate(t, m, r)
			later, _ := manifest.Parse(m.File, r.Sources[0].Text)
			later.Tools = later.Tools[len(m.Tools):]
			for _, tool := range later.Tools {
				tool.Disabled.V = false
			}
			if sculpt.Check(later, documents, sculpt.Options{}, &found); found.HasErrors() {
				t.Errorf("what was added has errors: %v", found)
			}
		})
	}
}

// first is the first manifest of what is selected of a document.
func first(t *testing.T, file string, selected *draft.Select) string {
	t.Helper()
	doc, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	u := &draft.Upstream{Name: "api", Path: filepath.Base(file), Document: doc, Select: selected}
	var operations []*draft.Operation
	for _, op := range (catalog.Query{Tags: selected.Tags}).Of(catalog.List(catalog.Source{Upstream: "api", Document: doc})) {
		resolved, err := op.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		operations = append(operations, &draft.Operation{Operation: resolved, Upstream: u, Call: op.Call})
	}
	return draft.New(&draft.Service{Name: "published", Go: draft.Go{Dir: "out", Module: "example.com/published"}, Upstreams: []*draft.Upstream{u}}, operations).Text()
}

// copyDocument copies a document, unpacked if it is compressed.
func copyDocument(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(testmode.Unpacked(t, from, ""))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
}
