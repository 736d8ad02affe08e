package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/testmode"
)

// BenchmarkKeystroke types an expression over published documents, by the protocol: for each character a change, and the completion that an editor asks for.
// p50 and p99 are the times from a change to the list, in milliseconds; MB is what the heap holds then, with the document.
func BenchmarkKeystroke(b *testing.B) {
	for _, c := range []struct{ file, call, with, path string }{
		{"nws-3.8.1.yml", "api.point", "{latitude: '${inputs.x}', longitude: '${inputs.x}'}", "properties.gridId"},
		{"box.json", "api.get_folders_id", "{folder_id: '${inputs.x}'}", "path_collection.entries"},
		{"stripe-spec3.yaml", "api.GetCustomersCustomer", "{customer: '${inputs.x}'}", "description"},
		{"github-api.github.com.json", "api GET /user", "{}", "login"},
		{"large/github.json.gz", "api GET /user", "{}", "login"},
	} {
		b.Run(strings.TrimSuffix(filepath.Base(c.file), filepath.Ext(c.file)), func(b *testing.B) {
			document := testmode.Unpacked(b, testmode.Published(b, c.file), b.TempDir())
			name := filepath.Base(document)
			data, err := os.ReadFile(document)
			if err != nil {
				b.Fatal(err)
			}
			e := newEditor(b, map[string]string{name: string(data)})
			text := fmt.Sprintf("nact: 1\nservice: {name: bench}\nupstreams: {api: {openapi: %s, server: https://api.example.com}}\ntools:\n  first:\n    description: The first of all.\n"+
				"    inputs: {x: {description: Something.}}\n    steps:\n      find: {call: %s, with: %s}\n    outputs:\n      name: {description: Its name., value: \"${steps.find.body.|}\"}\n", name, c.call, c.with)
			marked := strings.Replace(text, "|}", c.path+"}", 1)
			e.open("nact.yaml", marked)
			start := strings.Index(marked, "body.") + len("body.")
			var took []time.Duration
			for b.Loop() {
				for i := range len(c.path) {
					took = append(took, e.keystroke(marked[:start]+c.path[:i]+"|"+marked[start+len(c.path):]))
				}
			}
			slices.Sort(took)
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			b.ReportMetric(ms(took[len(took)/2]), "p50-ms")
			b.ReportMetric(ms(took[len(took)*99/100]), "p99-ms")
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc>>20), "MB")
		})
	}
}

// keystroke changes the text to one with the cursor at the mark, and returns how long it takes until the list is there.
func (e *editor) keystroke(marked string) time.Duration {
	text, p := at(marked)
	e.versions["nact.yaml"]++
	var change didChangeParams
	change.TextDocument.URI, change.TextDocument.Version = e.uri("nact.yaml"), e.versions["nact.yaml"]
	change.ContentChanges = []contentChange{{Text: text}}
	began := time.Now()
	e.notify("textDocument/didChange", change)
	var list completionList
	e.call("textDocument/completion", documentPosition{documentID{e.uri("nact.yaml")}, p}, &list)
	took := time.Since(began)
	if len(list.Items) == 0 {
		e.Errorf("nothing is proposed in %q", marked)
	}
	return took
}
