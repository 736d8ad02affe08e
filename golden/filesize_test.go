package golden

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/analysis"
)

// TestFileSizes reads all of every answer of documents with many operations, and checks that a person can open each file
// that comes of it.
func TestFileSizes(t *testing.T) {
	testmode.Long(t, "reads all answers of large documents")
	for _, c := range []struct {
		name     string
		maxLines int
	}{
		{"box.json", 2000},
		{"large/github.json.gz", 2000},
		{"large/stripe.json.gz", 4000}, // one component has sixty unions that are inline
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			document := unpacked(t, testmode.Published(t, c.name), dir)
			tools := toolsOf(t, document, true)
			manifest := write(t, dir, "nact.yaml", manifestHead(relative(t, dir, document))+tools)
			r, err := pipeline.Run(manifest, pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
			if err != nil || r.Checked == nil {
				t.Fatalf("%v; %d findings", err, len(r.Findings))
			}
			files, err := gen.Generate(analysis.Analyze(r.Plan))
			if err != nil {
				t.Fatal(err)
			}
			checkFiles(t, files, c.maxLines)
		})
	}
}

// checkFiles checks the length of the files of the service's package, and that a file system without case can hold them.
func checkFiles(t *testing.T, files []gen.File, maxLines int) {
	longest, total, count := "", 0, 0
	most := 0
	paths := map[string]string{}
	for _, f := range files {
		if !strings.HasPrefix(f.Path, "corpustools/") {
			continue
		}
		lines := bytes.Count(f.Content, []byte("\n"))
		if lines > maxLines {
			t.Errorf("%s has %d lines, more than %d", f.Path, lines, maxLines)
		}
		if lines > most {
			longest, most = f.Path, lines
		}
		if other := paths[strings.ToLower(f.Path)]; other != "" {
			t.Errorf("%s and %s are one file where case does not count", f.Path, other)
		}
		paths[strings.ToLower(f.Path)] = f.Path
		total, count = total+lines, count+1
	}
	t.Logf("%d files of %d lines, the longest is %s with %d", count, total, longest, most)
}
