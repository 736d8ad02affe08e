package importer_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/arazzo/importer"
)

// FuzzImport: of whatever document that can be read comes a manifest without errors, if it has a tool.
func FuzzImport(f *testing.F) {
	for _, path := range documents(f) {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	openapi := filepath.Join("..", "testdata", "documents", "everything.openapi.yaml")
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, _ := arazzo.Read("x.yaml", data)
		if doc == nil || len(data) > 20000 {
			return
		}
		service, sources := sourcesOf(t, doc, openapi)
		im, _ := importer.New(doc, service, sources)
		if err := im.Settle(settle(openapi)); err == nil && len(im.Tools()) > 0 {
			if found := check(openapi, im.Text()); found.HasErrors() {
				t.Errorf("%v\n%s", found, im.Text())
			}
		}
	})
}
