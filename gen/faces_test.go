package gen

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/face"
)

// TestFaces: the copy of the run-time library has the faces that the service has, and no others. One of them alone has health checks, too.
func TestFaces(t *testing.T) {
	tests := []struct {
		name  string
		faces face.Set
		want  []string // of the packages that not every service has
	}{
		{"N-ACT", face.Set{face.NACT}, []string{"endpoint"}},
		{"MCP", face.Set{face.MCP}, []string{"access", "mcp"}},
		{"both", face.Set{face.MCP, face.NACT}, []string{"access", "endpoint", "mcp"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := weatherPlan()
			p.Go.CopyRuntime, p.Go.RuntimePath, p.Go.Faces = true, p.Go.ImportPath+"/internal/nact", test.faces
			files, err := Generate(ready(p))
			if err != nil {
				t.Fatal(err)
			}
			var packages []string
			for _, f := range files {
				if below, found := strings.CutPrefix(f.Path, "internal/nact/"); found {
					packages = append(packages, path.Dir(below))
				}
			}
			packages = slices.Compact(packages)
			if !slices.Contains(packages, "health") {
				t.Error("nothing answers health checks")
			}
			for _, pkg := range []string{"access", "endpoint", "mcp"} {
				if slices.Contains(packages, pkg) != slices.Contains(test.want, pkg) {
					t.Errorf("it has %q of the library, want of these %q", packages, test.want)
				}
			}
		})
	}
}
