package docdiff

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Whatever the new document is, there is a report that can be written, or a reason why there is none.
func FuzzCompare(f *testing.F) {
	base, err := os.ReadFile("testdata/base/old.yaml")
	if err != nil {
		f.Fatal(err)
	}
	manifest, err := os.ReadFile("testdata/base/nact.yaml")
	if err != nil {
		f.Fatal(err)
	}
	manifest, _, _ = bytes.Cut(manifest, []byte("\n  describe_issue:")) // one tool is enough, and faster
	f.Add(base)
	f.Add([]byte(`{"openapi":"3.1.0","servers":[{"url":"https://t.example"}],"paths":{"/issues":{"get":{"operationId":"list_issues","responses":{"default":{"content":{"application/json":{"schema":{"$ref":"#"}}}}}}}}}`))
	f.Fuzz(func(t *testing.T, document []byte) {
		folder := t.TempDir()
		for name, data := range map[string][]byte{"nact.yaml": manifest, "old.yaml": base, "new.yaml": document} {
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		report, list := compareFile(filepath.Join(folder, "nact.yaml"), map[string]string{"api": filepath.Join(folder, "new.yaml")}, Options{})
		if report == nil {
			if !list.HasErrors() {
				t.Fatal("neither a report nor a reason")
			}
			return
		}
		for _, write := range []func(io.Writer) error{report.WriteText, report.WriteMarkdown, report.WriteJSON} {
			if err := write(io.Discard); err != nil {
				t.Fatal(err)
			}
		}
	})
}
