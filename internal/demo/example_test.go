package demo

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// TestExamples: each has a manifest, and finds itself.
func TestExamples(t *testing.T) {
	for _, name := range Names() {
		example, ok := Find(name)
		if !ok || example.Name != name {
			t.Fatalf("Find(%q) = %q, %t", name, example.Name, ok)
		}
		files, err := example.Files()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fs.Stat(files, "nact.yaml"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, ok := Find("none"); ok {
		t.Error("there is an example that nobody made")
	}
}

// TestFunctions: what the vendor wrote is Go of the module that it goes to.
func TestFunctions(t *testing.T) {
	for name, want := range map[string]int{"nws": 0, "clinic": 1} {
		example, _ := Find(name)
		files, err := example.Functions("example.com/x")
		if err != nil || len(files) != want {
			t.Fatalf("Functions of %s = %d files, %v", name, len(files), err)
		}
		for _, f := range files {
			if text := string(f.Content); !strings.Contains(text, `"example.com/x/clinictools"`) || strings.Contains(text, "nactgen/examples") {
				t.Errorf("%s is\n%s", f.Path, text)
			}
		}
	}
}

func TestStage(t *testing.T) {
	stage, err := clinicStage(&plan.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	defer stage.Close()
	args := stage.Arguments()
	if want := []string{"--upstream", "messages=" + stage.Upstreams["messages"], "--upstream", "scheduling=" + stage.Upstreams["scheduling"]}; !slices.Equal(args, want) {
		t.Errorf("Arguments = %q, want %q", args, want)
	}
}
