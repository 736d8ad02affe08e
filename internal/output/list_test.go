package output

import (
	"fmt"
	"testing"

	"github.com/nactgen/nactgen/internal/artifact"
)

// FuzzList reads list files as somebody may have left them in the folder. What is accepted names files of the folder only.
func FuzzList(f *testing.F) {
	f.Add(formatList("nact.yaml", []artifact.File{{Path: "a.go"}, {Path: "b/c.json", Content: []byte("1")}}).Content)
	f.Add(formatList("nact.yaml", nil).Content)
	f.Add(fmt.Appendf(nil, listHead+"%064d  ../x\n", "nact.yaml", 0))
	f.Fuzz(func(t *testing.T, content []byte) {
		l, err := parseList(content, "nact.yaml")
		if err != nil {
			return
		}
		var files []artifact.File
		for _, p := range l.paths {
			if l.hashes[p] == "" {
				t.Errorf("%q has no hash", p)
			}
			files = append(files, artifact.File{Path: p})
		}
		if err := artifact.Check(files); err != nil {
			t.Error(err)
		}
	})
}
