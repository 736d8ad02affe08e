package golden

import (
	"bytes"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
)

// checkFiles checks the length of the files of the service's package, and that a file system without case can hold them.
func checkFiles(t *testing.T, files []gen.File, maxLines int) {
	longest, total, count := "", 0, 0
	most := 0
	paths := map[string]string{}
	for _, f := range files {
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
