package export_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	read "github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/exporter"
	"github.com/nactgen/nactgen/arazzo/importer"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/spec"
)

// TestRoundTrip: of the test set, a manifest that is made of a document, exported, and imported again is the same manifest, but for comments. So
// an export says all that came over. What differs stands in testdata, with its reason.
func TestRoundTrip(t *testing.T) {
	paths, err := filepath.Glob("../../arazzo/testdata/documents/*.arazzo.yaml")
	if err != nil || len(paths) < 11 {
		t.Fatalf("the test set has %d documents: %v", len(paths), err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".arazzo.yaml")
		for version, suffix := range map[exporter.Version]string{exporter.V10: "", exporter.V11: " 1.1"} {
			t.Run(name+suffix, func(t *testing.T) {
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				first := enabled(imported(t, name, data))
				document, err := exporter.Write(planOf(t, path, first), version)
				if err != nil {
					t.Fatal(err)
				}
				second := enabled(imported(t, name, document))
				got := diff.Diff("imported", withoutComments(first), "exported and imported again", withoutComments(second))
				want := filepath.Join("testdata", name+".diff")
				if *update && version == exporter.V11 {
					if len(got) == 0 {
						os.Remove(want)
					} else if err := os.WriteFile(want, got, 0o666); err != nil {
						t.Fatal(err)
					}
					return
				}
				wanted, _ := os.ReadFile(want)
				if version == exporter.V11 && string(got) != string(wanted) {
					t.Errorf("%s\n%s", got, document)
				}
			})
		}
	}
}

// withoutComments is a manifest as a line for each of its values, in whatever form it was written.
func withoutComments(text string) []byte {
	root, _ := read.Parse("nact.yaml", []byte(text))
	var b strings.Builder
	var walk func(path string, n *read.Node)
	walk = func(path string, n *read.Node) {
		for _, f := range n.Fields {
			walk(path+"."+f.Name, f.Value)
		}
		for i, item := range n.Items {
			walk(fmt.Sprintf("%s[%d]", path, i), item)
		}
		if len(n.Fields)+len(n.Items) == 0 {
			fmt.Fprintf(&b, "%s: %s\n", strings.TrimPrefix(path, "."), n.Text)
		}
	}
	walk("", root)
	return []byte(b.String())
}

// enabled is a manifest whose tools are all enabled.
func enabled(text string) string { return strings.ReplaceAll(text, "\n    disabled: true\n", "\n") }

// imported is the manifest of a document, all of whose sources are one OpenAPI document of the test set.
func imported(t *testing.T, name string, data []byte) string {
	t.Helper()
	file := filepath.Join("../../arazzo/testdata/documents", name+".openapi.yaml")
	doc, found := read.Read(name+".arazzo.yaml", data)
	if doc == nil {
		t.Fatalf("%v\n%s", found, data)
	}
	opened, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	service := &draft.Service{Name: "imported", Go: draft.Go{Dir: "service", Package: "importedtools", Module: "example.com/imported"}}
	u := &draft.Upstream{Name: "api", Path: filepath.Base(file), Document: opened}
	if !u.HasServer() {
		u.Server = "https://api.example.com"
	}
	service.Upstreams = []*draft.Upstream{u}
	var sources []importer.Source
	for _, s := range doc.Sources {
		if s.Type.V == "openapi" {
			sources = append(sources, importer.Source{Name: s.Name.V, Upstream: u})
		}
	}
	im, _ := importer.New(doc, service, sources)
	if err := im.Settle(func(text string) diag.List { return errorsOf(file, text) }); err != nil {
		t.Fatal(err)
	}
	return im.Text()
}
