package golden

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGofmt holds all Go that comes of the cases, and that of the examples and benchmarks, to gofmt -s.
func TestGofmt(t *testing.T) {
	dir := t.TempDir()
	writeModule(t, dir, nil)
	for _, c := range readCases(t, "cases") {
		generate(t, c, filepath.Join(dir, c.name))
	}
	unformatted, err := exec.Command("gofmt", "-s", "-l", dir, filepath.Join("..", "examples"), filepath.Join("..", "bench")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, unformatted)
	}
	for file := range strings.Lines(string(unformatted)) {
		t.Errorf("gofmt -s would change %s", strings.TrimPrefix(strings.TrimSpace(file), dir+string(filepath.Separator)))
	}
}
