package draft_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

func line(text string, n int) string { return strings.Split(text, "\n")[n-1] }

// everything is a service of all operations of a document, for a manifest in dir.
func everything(t *testing.T, file, dir string) (*draft.Service, []*draft.Operation) {
	doc, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	u := &draft.Upstream{Name: "api", Path: filepath.ToSlash(path), Document: doc}
	if !u.HasServer() {
		u.Server = "https://api.example.com"
	}
	var ops []*draft.Operation
	for _, op := range catalog.List(catalog.Source{Upstream: "api", Document: doc}) {
		resolved, err := op.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		ops = append(ops, &draft.Operation{Operation: resolved, Upstream: u, Call: op.Call})
	}
	return &draft.Service{Name: "corpus", Title: doc.Title(), Go: draft.Go{Dir: "out", Module: "example.com/corpus"}, Upstreams: []*draft.Upstream{u}}, ops
}

// check returns what is found in a manifest that stands in dir.
func check(t *testing.T, dir, text string) diag.List {
	m, found := manifest.Parse(filepath.Join(dir, "nact.yaml"), []byte(text))
	if m == nil {
		return found
	}
	documents := document.Open(m, nil, &found)
	sculpt.Check(m, documents, sculpt.Options{}, &found)
	return found
}
