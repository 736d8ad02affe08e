package importer_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/importer"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

var update = flag.Bool("update", false, "rewrite the wanted manifests in testdata")

// documents are those of the test set. A README beside them says where each is from.
func documents(t testing.TB) []string {
	paths, err := filepath.Glob("../testdata/documents/*.arazzo.yaml")
	if err != nil || len(paths) < 11 {
		t.Fatalf("the test set has %d documents: %v", len(paths), err)
	}
	return paths
}

// TestImport makes a manifest of each document of the test set, and compares it with the one beside it. No manifest has an error, and a second
// import is the same.
func TestImport(t *testing.T) {
	for _, path := range documents(t) {
		name := strings.TrimSuffix(filepath.Base(path), ".arazzo.yaml")
		t.Run(name, func(t *testing.T) {
			got := imported(t, path)
			if again := imported(t, path); again != got {
				t.Error("a second import is another one")
			}
			if found := check(path, got); found.HasErrors() {
				t.Errorf("the manifest has errors: %v", found)
			}
			want := filepath.Join("testdata", name+".nact.yaml")
			if *update {
				if err := os.WriteFile(want, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			wanted, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if d := diff.Diff("want", wanted, "got", []byte(got)); d != nil {
				t.Errorf("%s", d)
			}
		})
	}
}

// imported is the manifest of a document, whose OpenAPI document stands beside it.
func imported(t testing.TB, path string) string {
	im := settled(t, read(t, path), path)
	return im.Text()
}

func read(t testing.TB, path string) *arazzo.Document {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, found := arazzo.Read(filepath.Base(path), data)
	if doc == nil {
		t.Fatal(found)
	}
	return doc
}

// settled imports a document at a path.
func settled(t testing.TB, doc *arazzo.Document, path string) *importer.Import {
	t.Helper()
	service, sources := sourcesOf(t, doc, strings.TrimSuffix(path, ".arazzo.yaml")+".openapi.yaml")
	im, _ := importer.New(doc, service, sources)
	if err := im.Settle(settle(path)); err != nil {
		t.Fatal(err)
	}
	return im
}

// sourcesOf are the sources of a document, all of which are one OpenAPI document.
func sourcesOf(t testing.TB, doc *arazzo.Document, file string) (*draft.Service, []importer.Source) {
	t.Helper()
	opened, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	service := &draft.Service{Name: "imported", Title: doc.Info.Title.V, Go: draft.Go{Dir: "service", Package: "importedtools", Module: "example.com/imported"}}
	var sources []importer.Source
	var names []string
	for _, s := range doc.Sources {
		if s.Type.V != "openapi" && s.Type.V != "" {
			continue
		}
		u := &draft.Upstream{Name: draft.UpstreamName(s.Name.V, file, names), Path: filepath.Base(file), Document: opened}
		if !u.HasServer() {
			u.Server = "https://api.example.com"
		}
		names = append(names, u.Name)
		service.Upstreams = append(service.Upstreams, u)
		sources = append(sources, importer.Source{Name: s.Name.V, Upstream: u})
	}
	return service, sources
}

// enabled is a manifest whose tools are all enabled.
func enabled(text string) string { return strings.ReplaceAll(text, "\n    disabled: true\n", "\n") }

// check returns what is found in a manifest beside a document, as if no tool were disabled.
func check(path, text string) diag.List {
	m, found := manifest.Parse(filepath.Join(filepath.Dir(path), "nact.yaml"), []byte(enabled(text)))
	if m != nil {
		documents := document.Open(m, nil, &found)
		sculpt.Check(m, documents, sculpt.Options{Unpinned: true, Unlocked: true}, &found)
	}
	return found
}

// settle is the check by which an import beside a document is settled.
func settle(path string) func(string) diag.List {
	return func(text string) diag.List { return errorsOf(check(path, text)) }
}

func errorsOf(found diag.List) diag.List {
	var errors diag.List
	for _, f := range found {
		if f.Severity == diag.Error {
			errors = append(errors, f)
		}
	}
	return errors
}
