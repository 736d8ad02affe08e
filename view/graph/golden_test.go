package graph_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/view/graph"
	"github.com/nactgen/nactgen/view/graph/mermaid"
	"github.com/nactgen/nactgen/view/graph/svg"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

// TestPictures holds the pictures of the models. Look at those that change.
func TestPictures(t *testing.T) {
	for name, g := range models {
		t.Run(name, func(t *testing.T) {
			var picture bytes.Buffer
			if err := svg.Write(&picture, g); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".svg", picture.Bytes())
			var text bytes.Buffer
			if err := mermaid.WriteMarkdown(&text, []*graph.Graph{g}); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".md", text.Bytes())
		})
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; look at what -update makes of it", file)
	}
}
