package gen

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// TestStandaloneService builds a stand-alone service in a folder of its own, without network.
func TestStandaloneService(t *testing.T) {
	plan := weatherPlan()
	plan.Go.Module, plan.Go.CopyRuntime = "example.com/demo", true
	plan.Go.ImportPath, plan.Go.RuntimePath = "example.com/demo/demo", "example.com/demo/internal/nact"
	files, err := Generate(ready(plan))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var paths []string
	for _, f := range files {
		paths = append(paths, f.Path)
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"go.mod", "cmd/demo/main.go", "demo/service.go", "demo/weather.go", "internal/nact/tool.go", "internal/nact/upstream/client.go"} {
		if !slices.Contains(paths, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if !slices.IsSorted(paths) {
		t.Errorf("the files are not sorted: %q", paths)
	}
	testmode.Builds(t)
	vet := exec.Command("go", "vet", "./cmd/...", "./demo")
	vet.Dir = dir
	vet.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=-trimpath", "GOWORK=off")
	if out, err := vet.CombinedOutput(); err != nil {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}
